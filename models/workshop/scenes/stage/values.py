"""What stands on the stage, as plain values.

Lengths are centimetres, z points up; colours are linear red, green, blue.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.studio.cube import FUDGE, NORMALS, Array
from croupier.models.workshop.studio.scene import Rgb, View

NO_PRINT = "plain"


@dataclass(frozen=True, slots=True)
class Marks:
    """Pips or bars, in parts of the edge. `depth` 0 is painted; `wear` is the share of ink that is rubbed off.

    `one` is how many times larger the pip of the 1 is; `ring` the share of a pip's radius that is ring in place of
    `ring_ink`. `length` and `width` are whole, of a Fudge die's bars; `soft` rounds the ends of the bars.
    """

    ink: Rgb
    one_ink: Rgb
    four_ink: Rgb
    ring_ink: Rgb
    radius: float = 0.09
    spread: float = 0.25
    depth: float = 0.03
    one: float = 1.0
    ring: float = 0.0
    length: float = 0.6
    width: float = 0.1
    soft: float = 0.0
    wear: float = 0.0
    metal: float = 0.0
    rough: float = 0.45


@dataclass(frozen=True, slots=True)
class Look:
    """A kind of die. `round` is the corner radius, `ball` the radius of the sphere that cuts a tumbled one (0: none).

    `grain` names the body's pattern (see `GRAINS`) of `body` and `second` colour; `clear` 0 is opaque, 1 is glass;
    `logo` names a maker's print in the place of the 1, `small` one beside the pips.
    """

    kind: str
    body: Rgb
    second: Rgb
    marks: Marks
    round: float = 0.11
    ball: float = 0.0
    grain: str = "plain"
    scale: float = 3.0
    rough: float = 0.3
    metal: float = 0.0
    clear: float = 0.0
    dirt: float = 0.0
    logo: str = NO_PRINT
    small: str = NO_PRINT
    small_at: tuple[float, float] = (0.3, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die of `edge` centimetres with its middle `at` (3,); `turn` (3, 3) takes its own axes to the table's."""

    look: Look
    at: Array
    turn: Array
    edge: float
    flat: bool = True

    @property
    def up(self) -> int:
        """The number, 1…6, of the face that looks up most."""
        return max(NORMALS, key=lambda face: float(self.turn[2] @ np.array(NORMALS[face])))

    @property
    def face(self) -> int:
        """What that face shows: 1…6, or −1, 0, +1 on a Fudge die."""
        return FUDGE[self.up] if self.look.kind == "dF" else self.up


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that is no die: a solid of `shapes`, `size` centimetres each way, its foot's middle `at` (3,).

    Its print `lies` "on top", "around" in the table's measure, or "on faces" where the solid itself says.
    """

    form: str
    at: Array
    turn: Array
    size: tuple[float, float, float]
    paint: Rgb
    rough: float = 0.5
    metal: float = 0.0
    print: str = NO_PRINT
    lies: str = "on top"


@dataclass(frozen=True, slots=True)
class Ground:
    """The table top: a print of `tile` centimetres, turned by `yaw` radians, moved; `tint` multiplies its colours."""

    print: str
    tile: float = 16.0
    yaw: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    tint: Rgb = (1.0, 1.0, 1.0)
    rough: float = 0.8
    shine: float = 0.15


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp of `radius` centimetres at `at`. `power` 1 is well lit."""

    at: tuple[float, float, float]
    radius: float
    power: float
    tint: Rgb


@dataclass(frozen=True, slots=True)
class Room:
    """All light: lamps, an even `sky`, and `windows` (direction x, y and half size as tangents, strength) that gloss
    mirrors. `shade` is a straight edge before the lamps: its direction (radians), place and, for blinds, period, in
    parts of the lit patch; period 0 is one edge."""

    lamps: tuple[Lamp, ...]
    sky: Rgb
    windows: tuple[tuple[float, float, float, float], ...] = ()
    shade: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """What lens, sensor and phone do to the light. Lengths are pixels; `stretch` is how much too tall the picture is
    before it is squeezed; `meter` 0 exposes as told, 1 brings every picture to the same mean; `jpeg` 0
    saves once only."""

    exposure: float = 1.0
    meter: float = 0.0
    lens_cm: float = 0.0
    defocus: float = 0.0
    motion: tuple[float, float] = (0.0, 0.0)
    vignette: float = 0.2
    cast: Rgb = (1.0, 1.0, 1.0)
    bloom: float = 0.0
    noise: float = 1.5
    shoulder: float = 0.75
    contrast: float = 0.0
    sharpen: float = 0.0
    shrink: float = 1.0
    bands: float = 0.0
    jpeg: int = 0
    stretch: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All of it; `seed` is for what is left to chance while rendering (noise of the sensor)."""

    seed: int
    view: View
    ground: Ground
    room: Room
    film: Film
    dice: tuple[Die, ...] = ()
    things: tuple[Thing, ...] = ()
