"""What is loaded once and used in many pictures: solids, prints, frames to draw into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.scenes.prints.drawn import drawn
from croupier.models.workshop.scenes.stage.forms.named import FORMS
from croupier.models.workshop.scenes.stage.forms.rounded import SHADOW_LINES, Triangles, cube, square
from croupier.models.workshop.scenes.stage.values import Look
from croupier.models.workshop.studio.cube import Array

PRINTS_KEPT = 220
"""Textures held at once; the least used goes when there are more."""
TARGETS_KEPT = 8
ROUND_STEP = 0.01
"""Dice are kept by their corner radius and ball, to this share of the edge."""
SHARPEST = 0.02
TABLE_CM = 300.0
NOISE_SIZE, NOISE_SEED = 32, 7


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A compiled pair of shaders and the names that it knows: looking those up in the driver is slow."""

    loaded: Any
    known: Mapping[str, Any]

    def tell(self, **values: Any) -> None:
        """Give it its uniforms, arrays for matrices and vectors; the driver has dropped those that are of no use."""
        for name, value in values.items():
            if name in self.known:
                if isinstance(value, np.ndarray):
                    self.known[name].write(np.ascontiguousarray(value.T, np.float32).tobytes())
                else:
                    self.known[name].value = value


def compiled(gl: Any, vertex: str, fragment: str) -> Program:
    """The two shaders on the renderer's side."""
    loaded = gl.program(vertex_shader=vertex, fragment_shader=fragment)
    return Program(loaded, {name: loaded[name] for name in loaded})


@dataclass(frozen=True, slots=True, eq=False)
class Programs:
    """The programs: for things and dice, for their shadows, and for the truth."""

    things: Program
    dice: Program
    shade: Program
    truth: Program


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A solid on the renderer's side, as each of the programs wants it."""

    seen: Any
    shade: Any
    told: Any


class Stock:
    """Keeps what it has loaded for as long as the context `gl` lives."""

    def __init__(self, gl: Any, programs: Programs) -> None:
        self._gl, self._programs = gl, programs
        self._cube = cache(self._new_cube)
        self.form = cache(self._new_form)
        self.print = lru_cache(PRINTS_KEPT)(self._new_print)
        self.target = lru_cache(TARGETS_KEPT)(self._new_target)
        self.table = self._new(square(TABLE_CM), programs.things)

    def die(self, look: Look) -> Solid:
        """A die's body: its marks are the shader's."""
        round_, ball = (round(round(part / ROUND_STEP) * ROUND_STEP, 3) for part in (look.round, look.ball))
        return self._cube(max(round_, SHARPEST), ball)

    def texture(self, image: npt.NDArray[np.uint8]) -> Any:
        """(H, W, 1, 3 or 4) blue-green-red → a texture whose rows count from below."""
        channels = [2, 1, 0, 3][: image.shape[2]] if image.shape[2] > 1 else [0]
        turned = np.ascontiguousarray(image[::-1][..., channels])
        texture = self._gl.texture(turned.shape[1::-1], turned.shape[2], turned.tobytes(), alignment=1)
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
        return texture

    def noise(self) -> Any:
        """A cube of noise in four colours that repeats without a seam."""
        size = (NOISE_SIZE,) * 3
        cells = np.random.default_rng(NOISE_SEED).integers(0, 256, (*size, 4), np.uint8)
        texture = self._gl.texture3d(size, 4, cells.tobytes())
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        return texture

    def _new_cube(self, round_: float, ball: float) -> Solid:
        return self._new(cube(round_, ball), self._programs.dice, cube(round_, ball, SHADOW_LINES))

    def _new_form(self, form: str) -> Solid:
        return self._new(FORMS[form](), self._programs.things)

    def _new(self, triangles: Triangles, program: Program, coarse: Triangles | None = None) -> Solid:
        """The solid; `coarse` is a lighter one for its shadow and its truth."""
        buffer = self._gl.buffer(np.ascontiguousarray(triangles, np.float32).tobytes())
        light = buffer if coarse is None else self._gl.buffer(np.ascontiguousarray(coarse, np.float32).tobytes())
        whole = (("3f", "position"), ("3f", "normal"), ("2f", "uv"))
        # The driver drops what a shader has no use for, and refuses to be given it.
        layout = " ".join(kind if name in program.known else f"{int(kind[0]) * 4}x" for kind, name in whole)
        names = [name for _, name in whole if name in program.known]
        return Solid(
            self._gl.vertex_array(program.loaded, [(buffer, layout, *names)]),
            self._gl.vertex_array(self._programs.shade.loaded, [(light, "3f 20x", "position")]),
            self._gl.vertex_array(self._programs.truth.loaded, [(light, "3f 20x", "position")]),
        )

    def _new_print(self, name: str) -> tuple[Any, Array]:
        """The print as a texture, and its mean colour in linear red, green, blue."""
        image = drawn(name)
        return self.texture(image), ((image[..., 2::-1] / 255) ** 2.2).mean(axis=(0, 1))

    def _new_target(self, size: tuple[int, int], channels: int) -> Any:
        return self._gl.framebuffer([self._gl.texture(size, channels, dtype="f4")], self._gl.depth_renderbuffer(size))
