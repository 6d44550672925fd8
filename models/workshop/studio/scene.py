"""What stands before the camera, as plain values, and where it lands in the picture.

Lengths are centimetres, the table is the plane z = 0 and z points up. Colours are linear red, green, blue, 0…1.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np

from croupier.models.workshop.studio.cube import FUDGE, NORMALS, Array, rotation

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A die's form, in parts of its edge: `round` corner radius; `ball` radius of the sphere that a tumbled die is
    cut by, 0 for none; `spread` of the pips from the middle, their radius `pip`; `depth` they are sunk."""

    kind: str = "d6"
    round: float = 0.11
    ball: float = 0.0
    spread: float = 0.25
    pip: float = 0.088
    depth: float = 0.03


@dataclass(frozen=True, slots=True)
class Paint:
    """A die's colours. `rough` 0 (mirror) … 1 (chalk)."""

    body: Rgb
    ink: Rgb
    rough: float = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`at` (3,) is the die's middle; `turn` (3, 3) takes the die's own axes to the table's."""

    at: Array
    turn: Array


@dataclass(frozen=True, slots=True, eq=False)
class PlacedDie:
    """A die of `edge` centimetres in its place."""

    shape: Shape
    paint: Paint
    pose: Pose
    edge: float = 1.6

    @property
    def up(self) -> int:
        """The number, 1…6, of the face that looks up most."""
        return max(NORMALS, key=lambda face: float(self.pose.turn[2] @ np.array(NORMALS[face])))

    @property
    def face(self) -> int:
        """What that face shows: 1…6, or −1, 0, +1 on a Fudge die."""
        return FUDGE[self.up] if self.shape.kind == "dF" else self.up


@dataclass(frozen=True, slots=True)
class Prop:
    """Something that is no die: a `coin`, `card` or `box` of `size`, lying at `x`, `y`, turned by `yaw` radians."""

    form: str
    x: float
    y: float
    yaw: float
    size: tuple[float, float, float]
    body: Rgb
    rough: float = 0.4


@dataclass(frozen=True, slots=True)
class Ground:
    """The table top: a pattern of `surfaces`, `tile` centimetres across, turned by `yaw` radians."""

    pattern: str
    tile: float = 16.0
    yaw: float = 0.0
    rough: float = 0.8


@dataclass(frozen=True, slots=True)
class Light:
    """A round lamp of `radius` at `at`, and an even sky of strength `sky`. `power` 1 is well lit."""

    at: tuple[float, float, float] = (-22.0, 18.0, 48.0)
    radius: float = 7.0
    power: float = 1.0
    tint: Rgb = (1.0, 0.96, 0.9)
    sky: float = 0.35


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera: `size` in pixels, `focal` length in pixels, looking at the table's origin from `distance`,
    leaning `slant` radians off the vertical towards `azimuth`, and turned by `roll` about its own axis."""

    size: tuple[int, int]
    focal: float
    distance: float
    slant: float = 0.0
    azimuth: float = -math.pi / 2
    roll: float = 0.0

    @property
    def eye(self) -> Array:
        """Where the lens is."""
        flat = math.sin(self.slant)
        way = (flat * math.cos(self.azimuth), flat * math.sin(self.azimuth), math.cos(self.slant))
        return np.array(way) * self.distance

    @property
    def axes(self) -> Array:
        """(3, 3): rows are the picture's right, the picture's down and the way the camera looks."""
        ahead = -self.eye / self.distance
        up = np.array([-math.cos(self.azimuth), -math.sin(self.azimuth), 0.0])
        right = np.cross(ahead, up)
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        spin = rotation((0, 0, 1), self.roll)
        return np.asarray(spin @ np.stack([right, down, ahead]))

    def project(self, points: Array) -> Array:
        """(N, 3) centimetres → (N, 2) pixels."""
        seen = (np.asarray(points, float) - self.eye) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.size) / 2)

    def on_table(self, x: float, y: float, height: float = 0.0) -> Array:
        """(3,): the point at that height over the table that is seen at pixel `x`, `y`."""
        ray = self.axes.T @ np.array([(x - self.size[0] / 2) / self.focal, (y - self.size[1] / 2) / self.focal, 1.0])
        return np.asarray(self.eye + ray * (height - self.eye[2]) / ray[2])


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All of it. `exposure` 1 is right; more is glare, less is dark."""

    view: View
    ground: Ground
    light: Light
    dice: tuple[PlacedDie, ...] = ()
    props: tuple[Prop, ...] = ()
    exposure: float = 1.0

    def with_dice(self, dice: tuple[PlacedDie, ...]) -> Scene:
        """The same table with other dice on it."""
        return replace(self, dice=dice)


def top_corners(view: View, die: PlacedDie) -> Array:
    """(4, 2) pixels: the corners of the top face, clockwise as seen in the picture."""
    normal = np.array(NORMALS[die.up], float)
    first, second = (axis for axis in np.eye(3) if abs(axis @ normal) < 0.5)
    square = [normal + first * a + second * b for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    pixels = view.project(die.pose.at + np.array(square) * die.edge / 2 @ die.pose.turn.T)
    x, y = pixels.T
    turning = float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    return pixels if turning > 0 else pixels[::-1]


def outline(view: View, die: PlacedDie) -> Array:
    """(8, 2) pixels: where the die's eight corners would be if they were sharp."""
    cube = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * die.edge
    return view.project(die.pose.at + cube @ die.pose.turn.T)
