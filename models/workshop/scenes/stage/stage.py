"""Scenes → light, with OpenGL through EGL, and the truth about what can be seen.

A picture is the average of `PASSES` plain ones; each has its own point on a lamp, direction to the sky, point on the
lens and place within the pixel. Lamps take turns, so that more lamps cost no more passes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.scenes.prints.crests import CELLS, crests
from croupier.models.workshop.scenes.prints.drawn import drawn
from croupier.models.workshop.scenes.stage.dice import DIE_FRAGMENT, GRAINS
from croupier.models.workshop.scenes.stage.light import (
    GLOWS,
    PRINTED,
    SHADOW_FRAGMENT,
    SHADOW_VERTEX,
    THING_FRAGMENT,
    TRUTH_FRAGMENT,
    VERTEX,
)
from croupier.models.workshop.scenes.stage.shapes import SHADOW_LINES, SHAPES, Triangles, cube
from croupier.models.workshop.scenes.stage.solids import SOLIDS
from croupier.models.workshop.scenes.stage.values import NO_PRINT, Die, Scene, Thing
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.optics import camera_clip, lamp_point, pixel_nudge, shadow_clip, sky_way

PASSES = 5
SHADOW_SIZE = 640
SKY_CM = 300.0
TABLE_CM = 300.0
PRINTS_KEPT = 220
"""Textures held at once; the least used goes when there are more."""
ROUND_STEP = 0.01
"""Dice shapes are kept per rounded corner and ball, to this share of the edge."""
SOFT_CM, SKY_SOFT_CM = 0.4, 0.12
"""How far shadows are smeared, so that the few points on lamps and sky do not show."""
CLEAR_CASTS = 0.55
"""The share of passes in which a clear die casts a shadow."""


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    """A solid on the renderer's side, as each of the programs wants it."""

    seen: Any
    shade: Any
    told: Any


class Stage:
    """A loaded renderer. Leave the `with` block to let the driver go.

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
        self._things = self._gl.program(vertex_shader=VERTEX, fragment_shader=THING_FRAGMENT)
        self._dice = self._gl.program(vertex_shader=VERTEX, fragment_shader=DIE_FRAGMENT)
        self._shade = self._gl.program(vertex_shader=SHADOW_VERTEX, fragment_shader=SHADOW_FRAGMENT)
        self._truth = self._gl.program(vertex_shader=VERTEX, fragment_shader=TRUTH_FRAGMENT)
        self._maps = [self._gl.depth_texture((SHADOW_SIZE, SHADOW_SIZE)) for _ in range(2)]
        for depth in self._maps:
            depth.compare_func = "<="
            depth.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._shadows = [self._gl.framebuffer(depth_attachment=depth) for depth in self._maps]
        self._noise = self._new_noise()
        self._crests = self._new_texture(crests())
        self._cube = cache(self._load_cube)
        self._form = cache(self._load_form)
        self._print = lru_cache(PRINTS_KEPT)(self._load_print)
        self._target = lru_cache(8)(self._new_target)
        self._table = self._load_die_free(_square(TABLE_CM))

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self._gl.release()

    def take(self, scene: Scene) -> npt.NDArray[np.float32]:
        """(H, W, 3) linear blue-green-red, 1 is white."""
        total = self._pass(scene, 0)
        for number in range(1, PASSES):
            total += self._pass(scene, number)
        total /= PASSES
        return total

    def who(self, scene: Scene) -> npt.NDArray[np.int16]:
        """(H, W): which die of the scene each pixel shows, from 0; −1 for anything else."""
        frame = self._target(scene.view.size, "truth")
        frame.use()
        frame.clear(-1.0)
        _set(self._truth, to_clip=camera_clip(scene.view, (0.0, 0.0)), turn=np.eye(3))
        for number, die in enumerate(scene.dice):
            _set(self._truth, to_world=_die_world(die), number=float(number))
            self._die_solid(die).told.render()
        for thing in scene.things:
            _set(self._truth, to_world=_thing_world(thing), number=-1.0)
            self._form(thing.form).told.render()
        width, height = scene.view.size
        rows = np.frombuffer(frame.read(components=1, dtype="f4"), np.float32).reshape(height, width)
        return np.asarray(np.round(rows[::-1]), np.int16)

    def _pass(self, scene: Scene, number: int) -> npt.NDArray[np.float32]:
        view, room = scene.view, scene.room
        light = room.lamps[number % len(room.lamps)]
        glows = [die for die in scene.dice if die.look.clear][:GLOWS]
        turns = math.ceil(PASSES / len(room.lamps))
        lamp = lamp_point(light.at, light.radius, number // len(room.lamps), turns)
        sky = rotation((0, 0, 1), scene.seed % 628 / 100) @ sky_way(number, PASSES)
        reach = _reach(scene)
        clips = [shadow_clip(lamp, reach), shadow_clip(sky * SKY_CM, reach)]
        for frame, clip in zip(self._shadows, clips, strict=True):
            self._cast(frame, clip, scene, number)

        target = self._target(view.size, "light")
        target.use()
        room_color = np.array(room.sky) * 0.35
        target.clear(*room_color)
        tile, mean = self._print(scene.ground.print)
        for slot, texture in enumerate([tile, *self._maps, self._noise, self._crests]):
            texture.use(slot)
        lamp_far = math.dist(light.at, (0, 0, 0))
        lamp_color = np.array(light.tint) * light.power * len(room.lamps)
        every_lamp = sum(
            np.array(each.tint) * each.power * each.at[2] / math.dist(each.at, (0, 0, 0)) for each in room.lamps
        )
        bounced = mean * np.array(scene.ground.tint) * (every_lamp + np.array(room.sky))
        aside = _lens_point(number, scene.film.lens_cm)
        windows = [*room.windows, *[(9.0, 9.0, 0.1, 0.0)] * 4][:4]
        spread = SOFT_CM * light.radius / lamp_far / reach + 0.0008
        for program in (self._things, self._dice):
            _set(
                program, to_clip=camera_clip(view, pixel_nudge(number, PASSES), aside), eye=view.eye, noise=3, crests=4
            )
            _set(program, lamp_clip=clips[0], sky_clip=clips[1], tile=0, lamp_shadow=1, sky_shadow=2)
            _set(program, lamp=lamp, lamp_color=lamp_color, lamp_reach=lamp_far, lamp_spread=spread, seed=float(number))
            _set(program, sky_spread=SKY_SOFT_CM / reach, lift=2 * reach)
            _set(program, sky_way=sky, sky_color=np.array(room.sky), ground_color=bounced)
            _set(program, shaded_=room.shade is not None, shade=np.array(room.shade or (0.0, 0.0, 0.0)))
            _set(program, windows=windows)
        _set(self._things, glows=len(glows), glow_at=_padded([(*die.at, die.edge) for die in glows]))
        _set(self._things, glow_color=_padded([(*die.look.body, die.look.clear) for die in glows]))
        self._draw_things(scene)
        for die in scene.dice:
            self._draw_die(die)
        rows = np.frombuffer(target.read(components=3, dtype="f4"), np.float32)
        return rows.reshape(view.size[1], view.size[0], 3)[::-1, :, ::-1].copy()

    def _cast(self, frame: Any, clip: Array, scene: Scene, number: int) -> None:
        frame.use()
        frame.clear(depth=1.0)
        _set(self._shade, to_clip=clip)
        for die in scene.dice:
            if die.look.clear and (number * 0.618) % 1 > CLEAR_CASTS:
                continue
            _set(self._shade, to_world=_die_world(die))
            self._die_solid(die).shade.render()
        for thing in scene.things:
            _set(self._shade, to_world=_thing_world(thing))
            self._form(thing.form).shade.render()

    def _draw_things(self, scene: Scene) -> None:
        ground, program = scene.ground, self._things
        _set(program, to_world=np.eye(4), turn=np.eye(3), printed=2, paint=np.array(ground.tint), metal=0.0)
        _set(program, rough=ground.rough, shine=ground.shine, tile_shift=np.array(ground.shift))
        _set(program, tile_turn=rotation((0, 0, 1), ground.yaw)[:2, :2] / ground.tile)
        self._table.seen.render()
        _set(program, shine=1.0)
        for thing in scene.things:
            if thing.print != NO_PRINT:
                self._print(thing.print)[0].use(0)
            turn = thing.turn / np.array(thing.size)
            _set(program, to_world=_thing_world(thing), turn=turn, printed=_printing(thing))
            _set(program, paint=np.array(thing.paint), rough=thing.rough, metal=thing.metal)
            self._form(thing.form).seen.render()

    def _draw_die(self, die: Die) -> None:
        look, marks, program = die.look, die.look.marks, self._dice
        luck = np.modf(np.abs(die.at * np.array([7.31, 3.77, 5.13]) + 0.3))[0]
        _set(program, to_world=_die_world(die), turn=die.turn, edge=die.edge, luck=luck, fudge=look.kind == "dF")
        _set(program, body=np.array(look.body), second=np.array(look.second), grain=GRAINS[look.grain])
        _set(program, scale=look.scale, rough=look.rough, metal=look.metal, clear=look.clear, dirt=look.dirt)
        _set(program, round_=look.round, ball=look.ball, ink=np.array(marks.ink), one_ink=np.array(marks.one_ink))
        _set(program, four_ink=np.array(marks.four_ink), ring_ink=np.array(marks.ring_ink), radius=marks.radius)
        _set(program, spread=marks.spread, depth=marks.depth, one=marks.one, ring=marks.ring, wear=marks.wear)
        _set(program, bar_length=marks.length, bar_width=marks.width, bar_soft=marks.soft, ink_metal=marks.metal)
        _set(program, ink_rough=marks.rough, logo=CELLS.get(look.logo, -1), small=CELLS.get(look.small, -1))
        _set(program, small_at=np.array(look.small_at))
        self._die_solid(die).seen.render()

    def _die_solid(self, die: Die) -> _Solid:
        step = ROUND_STEP
        return self._cube(round(round(die.look.round / step) * step, 3), round(round(die.look.ball / step) * step, 3))

    def _load_cube(self, round_: float, ball: float) -> _Solid:
        return self._load(cube(max(round_, 0.02), ball), self._dice, cube(max(round_, 0.02), ball, SHADOW_LINES))

    def _load_form(self, form: str) -> _Solid:
        return self._load_die_free({**SHAPES, **SOLIDS}[form]())

    def _load_die_free(self, triangles: Triangles) -> _Solid:
        return self._load(triangles, self._things)

    def _load(self, triangles: Triangles, program: Any, coarse: Triangles | None = None) -> _Solid:
        """The solid; `coarse` is a lighter one for its shadow and its truth."""
        buffer = self._gl.buffer(np.ascontiguousarray(triangles, np.float32).tobytes())
        light = buffer if coarse is None else self._gl.buffer(np.ascontiguousarray(coarse, np.float32).tobytes())
        whole = [("3f", "position"), ("3f", "normal"), ("2f", "uv")]
        used = [(kind if name in program else f"{int(kind[0]) * 4}x", name) for kind, name in whole]
        layout = " ".join(kind for kind, _ in used)
        names = [name for kind, name in used if kind.endswith("f")]
        return _Solid(
            self._gl.vertex_array(program, [(buffer, layout, *names)]),
            self._gl.vertex_array(self._shade, [(light, "3f 20x", "position")]),
            self._gl.vertex_array(self._truth, [(light, "3f 20x", "position")]),
        )

    def _load_print(self, name: str) -> tuple[Any, Array]:
        """The print as a texture, and its mean colour in linear red, green, blue."""
        image = drawn(name)
        return self._new_texture(image), ((image[..., 2::-1] / 255) ** 2.2).mean(axis=(0, 1))

    def _new_texture(self, image: npt.NDArray[np.uint8]) -> Any:
        channels = [2, 1, 0, 3][: image.shape[2]] if image.shape[2] > 1 else [0]
        turned = np.ascontiguousarray(image[::-1][..., channels])
        texture = self._gl.texture(turned.shape[1::-1], turned.shape[2], turned.tobytes(), alignment=1)
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
        return texture

    def _new_noise(self) -> Any:
        cells = np.random.default_rng(7).integers(0, 256, (32, 32, 32, 4), np.uint8)
        texture = self._gl.texture3d((32, 32, 32), 4, cells.tobytes())
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        return texture

    def _new_target(self, size: tuple[int, int], use: str) -> Any:
        channels = 1 if use == "truth" else 3
        return self._gl.framebuffer([self._gl.texture(size, channels, dtype="f4")], self._gl.depth_renderbuffer(size))


def _reach(scene: Scene) -> float:
    """How far from the table's middle shadows are cast, cm."""
    far = [math.hypot(*die.at[:2]) + 1.5 * die.edge for die in scene.dice]
    far += [math.hypot(*thing.at[:2]) + 0.7 * max(thing.size[:2]) for thing in scene.things]
    return min(max(far, default=5.0) + 1.0, 60.0)


def _padded(rows: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return [*rows, *[(0.0, 0.0, 0.0, 1.0)] * GLOWS][:GLOWS]


def _printing(thing: Thing) -> int:
    """How the shader is to lay the print on."""
    return 0 if thing.print == NO_PRINT else PRINTED[thing.lies]


def _lens_point(number: int, radius: float) -> tuple[float, float]:
    away = radius * math.sqrt((number + 0.5) / PASSES)
    angle = 2.4 * number
    return away * math.cos(angle), away * math.sin(angle)


def _die_world(die: Die) -> Array:
    world = np.eye(4)
    world[:3, :3] = die.turn * die.edge
    world[:3, 3] = die.at
    return world


def _thing_world(thing: Thing) -> Array:
    world = np.eye(4)
    world[:3, :3] = thing.turn * thing.size
    world[:3, 3] = thing.at
    return world


def _set(program: Any, **values: Any) -> None:
    """Give the program its uniforms, arrays for matrices and vectors; the driver drops those that it has no use for."""
    for name, value in values.items():
        if name in program:
            if isinstance(value, np.ndarray):
                program[name].write(np.ascontiguousarray(value.T, np.float32).tobytes())
            else:
                program[name].value = value


def _square(half: float) -> Triangles:
    flat = np.array([(-half, -half), (half, -half), (half, half), (-half, -half), (half, half), (-half, half)])
    rows = np.concatenate([flat, np.zeros((6, 1)), np.tile((0.0, 0.0, 1.0), (6, 1)), flat], axis=1)
    return rows.astype(np.float32)
