"""Scenes → pictures in linear light, with OpenGL on whatever EGL gives: Mesa's software renderer will do.

Every picture is the average of `PASSES` plain ones. Each pass has its own point on the lamp, direction to the sky and
place within the pixel, so the average has soft shadows, ambient light and smooth edges; give each pass a moment of its
own, and it has motion blur too. The same scene gives the same pixels on the same driver.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import moderngl
import numpy as np

from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.meshes import Mesh, die_mesh, prop_mesh
from croupier.models.workshop.studio.optics import camera_clip, lamp_point, pixel_nudge, shadow_clip, sky_way
from croupier.models.workshop.studio.scene import Light, Rgb, Scene, Shape
from croupier.models.workshop.studio.shaders import SHADOW_FRAGMENT, SHADOW_VERTEX, SOLID_FRAGMENT, SOLID_VERTEX
from croupier.models.workshop.studio.surfaces import surface

PASSES = 12
SHADOW_SIZE = 1024
SKY_CM = 300.0
TABLE_CM = 400.0
GROUND_SHINE = 0.12
INK_ROUGH = 0.45


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """A mesh on the renderer's side, to be drawn or to cast a shadow."""

    solid: Any
    shade: Any


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """One mesh in one colour at one place; `turn` is for its normals."""

    mesh: _Loaded
    world: Array
    turn: Array
    paint: Rgb
    rough: float


class Studio:
    """A loaded renderer. `take` gives pictures; leave the `with` block to let the driver go.

    Raises `RuntimeError` with what to install when there is no OpenGL.
    """

    def __init__(self) -> None:
        try:
            self._gl = moderngl.create_context(standalone=True, backend="egl")  # type: ignore[arg-type]
        except Exception as error:
            raise RuntimeError(
                f"The renderer found no OpenGL ({error}). On Debian: apt install libegl1 libgl1-mesa-dri."
            ) from error
        self._gl.enable(moderngl.DEPTH_TEST)
        self._solid = self._gl.program(vertex_shader=SOLID_VERTEX, fragment_shader=SOLID_FRAGMENT)
        self._shade = self._gl.program(vertex_shader=SHADOW_VERTEX, fragment_shader=SHADOW_FRAGMENT)
        self._maps = [self._gl.depth_texture((SHADOW_SIZE, SHADOW_SIZE)) for _ in range(2)]
        for depth in self._maps:
            depth.compare_func = "<="
            depth.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._shadows = [self._gl.framebuffer(depth_attachment=depth) for depth in self._maps]
        self._die = cache(self._load_die)
        self._prop = cache(self._load_prop)
        self._tile = cache(self._load_tile)
        self._target = cache(self._new_target)
        self._table = self._load(Mesh(_square(TABLE_CM)))

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self._gl.release()

    def take(self, moments: Scene | Sequence[Scene]) -> Array:
        """(H, W, 3) linear blue-green-red, 1 is white: the average over `moments`, or `PASSES` of one scene."""
        scenes = [moments] * PASSES if isinstance(moments, Scene) else moments
        total: Array = sum((self._pass(scene, n, len(scenes)) for n, scene in enumerate(scenes)), start=np.zeros(1))
        return total / len(scenes)

    def _pass(self, scene: Scene, number: int, count: int) -> Array:
        view, light, ground = scene.view, scene.light, scene.ground
        parts = list(self._parts(scene))
        lamp = lamp_point(light.at, light.radius, number, count)
        sky = sky_way(number, count)
        reach = 0.6 * math.dist(view.on_table(0, 0), view.on_table(*view.size))
        clips = [shadow_clip(lamp, reach), shadow_clip(sky * SKY_CM, reach)]
        for frame, clip in zip(self._shadows, clips, strict=True):
            self._cast(frame, clip, parts)

        target = self._target(view.size)
        target.use()
        target.clear(0.0, 0.0, 0.0)
        tile, mean = self._tile(ground.pattern)
        for slot, texture in enumerate([tile, *self._maps]):
            texture.use(slot)
        lamp_color, sky_color = _colors(light)
        lamp_far = math.dist(light.at, (0, 0, 0))
        matrices = {
            "to_clip": camera_clip(view, pixel_nudge(number, count)),
            "lamp_clip": clips[0],
            "sky_clip": clips[1],
            "tile_turn": rotation((0, 0, 1), ground.yaw)[:2, :2] / ground.tile,
        }
        _set(self._solid, **matrices, tile=0, lamp_shadow=1, sky_shadow=2, eye=view.eye)
        _set(self._solid, lamp=lamp, lamp_color=lamp_color, lamp_reach=lamp_far, sky_way=sky, sky_color=sky_color)
        _set(self._solid, bounce=mean * (lamp_color * light.at[2] / lamp_far + sky_color))

        _set(self._solid, to_world=np.eye(4), turn=np.eye(3), tiled=True, rough=ground.rough, shine=GROUND_SHINE)
        self._table.solid.render()
        _set(self._solid, tiled=False, shine=1.0)
        for part in parts:
            _set(self._solid, to_world=part.world, turn=part.turn, paint=np.array(part.paint), rough=part.rough)
            part.mesh.solid.render()
        rows = np.frombuffer(target.read(components=3, dtype="f4"), np.float32)
        return rows.reshape(view.size[1], view.size[0], 3)[::-1, :, ::-1].astype(float)

    def _cast(self, frame: Any, clip: Array, parts: list[_Part]) -> None:
        frame.use()
        frame.clear(depth=1.0)
        _set(self._shade, to_clip=clip)
        for part in parts:
            _set(self._shade, to_world=part.world)
            part.mesh.shade.render()

    def _parts(self, scene: Scene) -> Iterator[_Part]:
        for die in scene.dice:
            world = np.eye(4)
            world[:3, :3] = die.pose.turn * die.edge
            world[:3, 3] = die.pose.at
            body, ink = self._die(die.shape)
            yield _Part(body, world, die.pose.turn, die.paint.body, die.paint.rough)
            yield _Part(ink, world, die.pose.turn, die.paint.ink, INK_ROUGH)
        for prop in scene.props:
            turn = rotation((0, 0, 1), prop.yaw)
            world = np.eye(4)
            world[:3, :3] = turn * prop.size
            world[:2, 3] = prop.x, prop.y
            yield _Part(self._prop(prop.form), world, turn / prop.size, prop.body, prop.rough)

    def _load(self, mesh: Mesh) -> _Loaded:
        buffer = self._gl.buffer(mesh.vertices.tobytes())
        return _Loaded(
            self._gl.vertex_array(self._solid, [(buffer, "3f 3f", "position", "normal")]),
            self._gl.vertex_array(self._shade, [(buffer, "3f 12x", "position")]),
        )

    def _load_die(self, shape: Shape) -> tuple[_Loaded, _Loaded]:
        mesh = die_mesh(shape)
        return self._load(mesh.body), self._load(mesh.ink)

    def _load_prop(self, form: str) -> _Loaded:
        return self._load(prop_mesh(form))

    def _load_tile(self, pattern: str) -> tuple[Any, Array]:
        """The tile as a texture, and its mean colour in linear red, green, blue."""
        image = np.ascontiguousarray(surface(pattern)[::-1, :, ::-1])
        texture = self._gl.texture(image.shape[1::-1], 3, image.tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        return texture, ((image / 255) ** 2.2).mean(axis=(0, 1))

    def _new_target(self, size: tuple[int, int]) -> Any:
        return self._gl.framebuffer([self._gl.texture(size, 3, dtype="f4")], self._gl.depth_renderbuffer(size))


def _set(program: Any, **values: Any) -> None:
    """Give the program its uniforms, arrays for matrices and vectors; the driver drops those that it has no use for."""
    for name, value in values.items():
        if name in program:
            if isinstance(value, np.ndarray):
                program[name].write(np.ascontiguousarray(value.T, np.float32).tobytes())
            else:
                program[name].value = value


def _colors(light: Light) -> tuple[Array, Array]:
    return np.array(light.tint) * light.power, np.array([0.94, 0.97, 1.0]) * light.sky


def _square(half: float) -> Any:
    flat = np.array([(-half, -half), (half, -half), (half, half), (-half, -half), (half, half), (-half, half)])
    return np.concatenate([flat, np.zeros((6, 1)), np.tile((0.0, 0.0, 1.0), (6, 1))], axis=1).astype(np.float32)
