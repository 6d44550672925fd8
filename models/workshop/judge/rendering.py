"""A scene → radiance, by Mitsuba 3: real reflections, soft shadows, and light that goes through clear dice."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from croupier.models.workshop.judge.grounds import Array, Bitmap, Radiance, Rgb
from croupier.models.workshop.judge.looks import Lamp, Look
from croupier.models.workshop.judge.scene import Clutter, PlacedDie, Scene
from croupier.models.workshop.judge.solids import Piece, clutter_piece, die_pieces
from croupier.models.workshop.studio.cube import rotation
from croupier.models.workshop.studio.scene import View

LLVM = "/usr/lib/*/libLLVM.so.1[6-9].*"
"""Where Debian keeps an LLVM that the fast variant can use; older ones end the process."""
BOUNCES = 10
TABLE = 300.0
"""Half the table's width, in edges."""


class Renderer:
    """Mitsuba, set up. `samples` paths a pixel. Raises `RuntimeError` when it is not installed."""

    def __init__(self, samples: int = 24) -> None:
        found = sorted(Path("/").glob(LLVM.lstrip("/")))
        if found:
            os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(found[-1]))
        try:
            import mitsuba
        except ImportError as error:
            raise RuntimeError("Mitsuba is not installed: pip install croupier[judge].") from error
        fast = "DRJIT_LIBLLVM_PATH" in os.environ
        mitsuba.set_variant("llvm_ad_rgb" if fast else "scalar_rgb")
        self._mi, self._samples = mitsuba, samples

    def take(self, scene: Scene, seed: int) -> Radiance:
        """(H, W, 3) float32 linear red, green, blue; the same scene and seed give the same."""
        parts: dict[str, Any] = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": BOUNCES, "rr_depth": 5},
            "camera": self._camera(scene.view, scene.aperture),
            "room": self._room(scene.room),
            "table": self._table(scene),
        }
        for number, lamp in enumerate(scene.lamps):
            parts[f"lamp{number}"] = self._lamp(lamp)
        for number, die in enumerate(scene.dice):
            parts |= {f"die{number}_{part}": mesh for part, mesh in enumerate(self._die(die))}
        for number, thing in enumerate(scene.clutter):
            parts[f"thing{number}"] = self._clutter(thing)
        image = self._mi.render(self._mi.load_dict(parts), spp=self._samples, seed=seed)
        return np.nan_to_num(np.array(image, np.float32)[..., :3])

    def _camera(self, view: View, aperture: float) -> dict[str, Any]:
        """Mitsuba's cameras look along +z with x to the left and y up."""
        place = np.eye(4)
        place[:3, :3] = view.axes.T @ np.diag([-1, -1, 1])
        place[:3, 3] = view.eye
        width, height = view.size
        camera: dict[str, Any] = {
            "type": "thinlens" if aperture else "perspective",
            "fov": math.degrees(2 * math.atan(width / 2 / view.focal)),
            "fov_axis": "x",
            "to_world": self._mi.ScalarTransform4f(place),
            "film": {
                "type": "hdrfilm",
                "width": width,
                "height": height,
                "pixel_format": "rgb",
                "component_format": "float32",
                "rfilter": {"type": "box"},
            },
            "sampler": {"type": "independent", "sample_count": self._samples},
        }
        if aperture:
            camera |= {"aperture_radius": aperture, "focus_distance": view.distance}
        return camera

    def _room(self, light: Radiance) -> dict[str, Any]:
        upright = self._mi.ScalarTransform4f().rotate([1, 0, 0], 90)
        return {"type": "envmap", "bitmap": self._mi.Bitmap(light), "to_world": upright}

    def _lamp(self, lamp: Lamp) -> dict[str, Any]:
        """Its radiance is what makes `lamp.light` times white paper's light at the origin."""
        far = float(np.linalg.norm(lamp.at))
        radiance = lamp.light * math.pi * far**2 / lamp.size**2
        turn = self._mi.ScalarTransform4f()
        aimed = turn.look_at(origin=lamp.at.tolist(), target=[0, 0, 0], up=[0.1, 0.2, 1])
        return {
            "type": "rectangle",
            "to_world": aimed @ turn.scale(lamp.size / 2),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}},
        }

    def _table(self, scene: Scene) -> dict[str, Any]:
        turn = self._mi.ScalarTransform4f()
        repeat = 2 * TABLE / scene.tile
        paint = self._bitmap(scene.ground, turn.rotate([0, 0, 1], 360 * scene.tile).scale([repeat, repeat, 1]))
        surface: dict[str, Any] = {"type": "diffuse", "reflectance": paint}
        if scene.shine:
            surface = {"type": "roughplastic", "diffuse_reflectance": paint, "alpha": scene.shine}
        return {"type": "rectangle", "to_world": turn.scale(TABLE), "bsdf": surface}

    def _die(self, die: PlacedDie) -> list[Any]:
        shapes = []
        for shown, piece in die_pieces(die.form).items():
            marks = die.look.marks
            paint = die.look.body if shown is None else marks.get(shown, marks[None])
            placed = Piece(piece.points * die.edge @ die.turn.T + die.at, piece.normals @ die.turn.T, piece.triangles)
            shapes.append(self._mesh(placed, paint, piece.points @ [[1, 0], [0, 1], [0.37, 0.61]]))
        return shapes

    def _clutter(self, thing: Clutter) -> Any:
        piece = clutter_piece(thing.form)
        turn = rotation((0, 0, 1), thing.yaw)
        normals = piece.normals / thing.size
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        points = piece.points * thing.size
        placed = Piece(points @ turn.T + thing.at, normals @ turn.T, piece.triangles)
        return self._mesh(placed, thing.look, points[:, :2] / 6)

    def _mesh(self, piece: Piece, paint: Look, texture: Array) -> Any:
        props = self._mi.Properties()
        props["bsdf"] = self._mi.load_dict(self._surface(paint))
        mesh = self._mi.Mesh(
            "piece",
            len(piece.points),
            len(piece.triangles),
            props=props,
            has_vertex_normals=True,
            has_vertex_texcoords=True,
        )
        fields = self._mi.traverse(mesh)
        fields["vertex_positions"] = piece.points.astype(np.float32).ravel()
        fields["vertex_normals"] = piece.normals.astype(np.float32).ravel()
        fields["vertex_texcoords"] = texture.astype(np.float32).ravel()
        fields["faces"] = piece.triangles.ravel()
        fields.update()
        return mesh

    def _surface(self, paint: Look) -> dict[str, Any]:
        body, clear = _rgb(paint.body), {"type": "roughdielectric", "alpha": max(paint.rough, 0.02), "int_ior": 1.45}
        match paint.substance:
            case "paint":
                return _both_sides({"type": "diffuse", "reflectance": body})
            case "metal":
                return _both_sides({"type": "roughconductor", "material": paint.metal, "alpha": paint.rough})
            case "clear":
                return {**clear, "specular_transmittance": body}
            case "milky":
                solid = _both_sides({"type": "roughplastic", "diffuse_reflectance": body, "alpha": 0.1})
                return {
                    "type": "blendbsdf",
                    "weight": 0.45,
                    "one": {**clear, "specular_transmittance": body},
                    "two": solid,
                }
            case "patterned" if paint.bitmap is not None:
                body = self._bitmap(paint.bitmap, self._mi.ScalarTransform4f())
        return {"type": "roughplastic", "diffuse_reflectance": body, "alpha": max(paint.rough, 0.03)}

    def _bitmap(self, shown: Bitmap, to_uv: Any) -> dict[str, Any]:
        """Colours as shown on a screen; Mitsuba takes 8 bits for sRGB."""
        return {"type": "bitmap", "bitmap": self._mi.Bitmap(shown), "to_uv": to_uv}


def _rgb(shown: Rgb) -> dict[str, Any]:
    """A colour as shown on a screen → linear reflectance."""
    values: Sequence[float] = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04 else c / 12.92 for c in shown]
    return {"type": "rgb", "value": list(values)}


def _both_sides(surface: dict[str, Any]) -> dict[str, Any]:
    """Marks are seen from within a clear die, too."""
    return {"type": "twosided", "bsdf": surface}
