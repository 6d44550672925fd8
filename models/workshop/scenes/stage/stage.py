"""Scenes → light, with OpenGL through EGL, and the truth about what can be seen.

A picture is the average of `PASSES` plain ones; each has its own point on a lamp, direction to the sky, point on the
lens and place within the pixel. Lamps take turns, so that more lamps cost no more passes.
"""

from __future__ import annotations

import math
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.scenes.prints.crests import crests
from croupier.models.workshop.scenes.stage.aim import die_world, falling, lens_point, shadow_reach, thing_world
from croupier.models.workshop.scenes.stage.described import told
from croupier.models.workshop.scenes.stage.glsl.dice import DIE_FRAGMENT
from croupier.models.workshop.scenes.stage.glsl.light import SHADOW_FRAGMENT, SHADOW_VERTEX, TRUTH_FRAGMENT, VERTEX
from croupier.models.workshop.scenes.stage.glsl.things import GLOWS, PRINTED, THING_FRAGMENT
from croupier.models.workshop.scenes.stage.stock import Programs, Stock, compiled
from croupier.models.workshop.scenes.stage.values import NO_PRINT, Die, Scene
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.optics import camera_clip, lamp_point, pixel_nudge, shadow_clip, sky_way

PASSES = 5
SHADOW_SIZE = 640
SKY_CM = 300.0
SOFT_CM, SKY_SOFT_CM = 0.4, 0.12
"""How far shadows are smeared, so that the few points on lamps and sky do not show."""
SHARPEST_SHADOW = 0.0008
"""And at least so far, in parts of the map."""
CLEAR_CASTS = 0.55
"""The share of passes in which a clear die casts a shadow."""
ROOM = 0.35
"""How bright the room behind the table is, as a share of the sky."""
NO_WINDOW = (9.0, 9.0, 0.1, 0.0)
WINDOWS = 4


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
        self._programs = Programs(
            compiled(self._gl, VERTEX, THING_FRAGMENT),
            compiled(self._gl, VERTEX, DIE_FRAGMENT),
            compiled(self._gl, SHADOW_VERTEX, SHADOW_FRAGMENT),
            compiled(self._gl, VERTEX, TRUTH_FRAGMENT),
        )
        self._stock = Stock(self._gl, self._programs)
        self._maps = [self._gl.depth_texture((SHADOW_SIZE, SHADOW_SIZE)) for _ in range(2)]
        for depth in self._maps:
            depth.compare_func = "<="
            depth.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._shadows = [self._gl.framebuffer(depth_attachment=depth) for depth in self._maps]
        self._noise, self._crests = self._stock.noise(), self._stock.texture(crests())

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
        program, frame = self._programs.truth, self._stock.target(scene.view.size, 1)
        frame.use()
        frame.clear(-1.0)
        program.tell(to_clip=camera_clip(scene.view, (0.0, 0.0)))
        for number, die in enumerate(scene.dice):
            program.tell(to_world=die_world(die), number=float(number))
            self._stock.die(die.look).told.render()
        for thing in scene.things:
            program.tell(to_world=thing_world(thing), number=-1.0)
            self._stock.form(thing.form).told.render()
        width, height = scene.view.size
        rows = np.frombuffer(frame.read(components=1, dtype="f4"), np.float32).reshape(height, width)
        return np.asarray(np.round(rows[::-1]), np.int16)

    def _pass(self, scene: Scene, number: int) -> npt.NDArray[np.float32]:
        view, room = scene.view, scene.room
        lamp = room.lamps[number % len(room.lamps)]
        point = lamp_point(lamp.at, lamp.radius, number // len(room.lamps), math.ceil(PASSES / len(room.lamps)))
        sky = rotation((0, 0, 1), scene.seed % 628 / 100) @ sky_way(number, PASSES)
        reach, far = shadow_reach(scene), math.dist(lamp.at, (0, 0, 0))
        clips = [shadow_clip(point, reach), shadow_clip(sky * SKY_CM, reach)]
        for frame, clip in zip(self._shadows, clips, strict=True):
            self._cast(frame, clip, scene, number)

        target = self._stock.target(view.size, 3)
        target.use()
        target.clear(*np.array(room.sky) * ROOM)
        tile, mean = self._stock.print(scene.ground.print)
        for slot, texture in enumerate([tile, *self._maps, self._noise, self._crests]):
            texture.use(slot)
        values = {
            "to_clip": camera_clip(view, pixel_nudge(number, PASSES), lens_point(number, PASSES, scene.film.lens_cm)),
            "eye": view.eye,
            "lamp": point,
            "lamp_color": np.array(lamp.tint) * lamp.power * len(room.lamps),
            "lamp_reach": far,
            "lamp_clip": clips[0],
            "lamp_spread": SOFT_CM * lamp.radius / far / reach + SHARPEST_SHADOW,
            "sky_way": sky,
            "sky_color": np.array(room.sky),
            "sky_clip": clips[1],
            "sky_spread": SKY_SOFT_CM / reach,
            "lift": 2 * reach,
            "seed": float(number),
            "ground_color": mean * np.array(scene.ground.tint) * falling(room),
            "ground_light": falling(room),
            "tile_turn": rotation((0, 0, 1), scene.ground.yaw)[:2, :2] / scene.ground.tile,
            "tile_shift": np.array(scene.ground.shift),
            "tile_tint": np.array(scene.ground.tint),
            "windows": [*room.windows, *[NO_WINDOW] * WINDOWS][:WINDOWS],
            "shaded_": room.shade is not None,
            "shade": np.array(room.shade or (0.0, 0.0, 0.0)),
        }
        for program in (self._programs.things, self._programs.dice):
            program.tell(**values, tile=0, lamp_shadow=1, sky_shadow=2, noise=3, crests=4)
        # From the front to the back: what is covered is not shaded.
        for die in scene.dice:
            self._draw_die(die)
        self._draw_things(scene)
        self._draw_table(scene, tile)
        rows = np.frombuffer(target.read(components=3, dtype="f4"), np.float32)
        return rows.reshape(view.size[1], view.size[0], 3)[::-1, :, ::-1].copy()

    def _cast(self, frame: Any, clip: Array, scene: Scene, number: int) -> None:
        program = self._programs.shade
        frame.use()
        frame.clear(depth=1.0)
        program.tell(to_clip=clip)
        for die in scene.dice:
            if not (die.look.clear and number * 0.618 % 1 > CLEAR_CASTS):
                program.tell(to_world=die_world(die))
                self._stock.die(die.look).shade.render()
        for thing in scene.things:
            program.tell(to_world=thing_world(thing))
            self._stock.form(thing.form).shade.render()

    def _draw_table(self, scene: Scene, tile: Any) -> None:
        ground, program = scene.ground, self._programs.things
        program.tell(to_world=np.eye(4), turn=np.eye(3), printed=2, metal=0.0, rough=ground.rough, shine=ground.shine)
        tile.use(0)
        self._stock.table.seen.render()

    def _draw_things(self, scene: Scene) -> None:
        program = self._programs.things
        glows = [die for die in scene.dice if die.look.clear][:GLOWS]
        program.tell(glows=len(glows), glow_at=_padded([(*die.at, die.edge) for die in glows]))
        program.tell(glow_color=_padded([(*die.look.body, die.look.clear) for die in glows]), shine=1.0)
        for thing in scene.things:
            printed = thing.print != NO_PRINT
            if printed:
                self._stock.print(thing.print)[0].use(0)
            program.tell(to_world=thing_world(thing), turn=thing.turn / np.array(thing.size))
            program.tell(paint=np.array(thing.paint), rough=thing.rough, metal=thing.metal)
            program.tell(printed=PRINTED[thing.lies] if printed else 0)
            self._stock.form(thing.form).seen.render()

    def _draw_die(self, die: Die) -> None:
        self._programs.dice.tell(to_world=die_world(die), **told(die))
        self._stock.die(die.look).seen.render()


def _padded(rows: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return [*rows, *[(0.0, 0.0, 0.0, 1.0)] * GLOWS][:GLOWS]
