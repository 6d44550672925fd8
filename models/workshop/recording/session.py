"""A whole game of Rift as it happens on the table, with no hand in sight: which die is where at every moment.

Dice tumble in from their player's side, lie still, and some of them are drawn off and tumble in again while the others
stay just where they are; then all are swept away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.recording.moves import Move, Sweep, Throw, clear
from croupier.models.workshop.recording.player import best_category, sheet, to_throw_again, with_thrown
from croupier.models.workshop.recording.throws import Tumble, tumbles
from croupier.models.workshop.studio.cube import turns_with_up
from croupier.models.workshop.studio.scene import Ground, Light, Paint, PlacedDie, Pose, Scene, Shape, View, outline

PLAYERS = ("Ada", "Bo")
TURNS = 26
FPS = 15
SHUTTER_S = 1 / 60
EDGE_CM = 1.6
SHAPE = Shape(round=0.12, spread=0.255, pip=0.1, depth=0.015)
PAINTS = (
    Paint((0.84, 0.79, 0.66), (0.02, 0.02, 0.025), rough=0.4),
    Paint((0.31, 0.008, 0.012), (0.92, 0.90, 0.86), rough=0.4),
)
TABLE = Scene(View((640, 480), 2350.0, 60.0, math.radians(5)), Ground("green felt"), Light(power=1.1, sky=0.42))
SIDES = (math.radians(200), math.radians(-20))
"""Where each player sits, seen from the table's middle: Ada left, Bo right, both a little nearer to the camera."""
SIDE_SPREAD = math.radians(35)

EMPTY_S = 1.0
REST_S = 1.7
GONE_S = 0.3
"""Between dice leaving the picture and the same dice flying in again."""
STAGGER_S = 0.12
THROW_S = (0.55, 1.1)
"""Only throws that last about so long: shorter ones look dull, longer ones slip."""
LIBRARY = 192
MARGIN_PX = 80
APART_CM = 2.9
"""Between the middles of dice at rest: no two touch."""
TRIES = 3000


@dataclass(frozen=True, slots=True)
class Rest:
    """Dice lying still on the table. `first` and `last` frames both belong to it."""

    seat: int
    first: int
    last: int
    thrown: tuple[int, ...]
    stayed: tuple[int, ...]
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A game on the table: the moves of each die in order, by seat, and the rests between."""

    tracks: tuple[tuple[int, tuple[Move, ...]], ...]
    rests: tuple[Rest, ...]
    lasts: float

    @property
    def frames(self) -> int:
        """How many frames it takes."""
        return math.ceil(self.lasts * FPS)

    def scene(self, seconds: float) -> Scene:
        """The table at that moment."""
        return TABLE.with_dice(
            tuple(
                PlacedDie(SHAPE, PAINTS[seat], pose, EDGE_CM)
                for seat, moves in self.tracks
                if (pose := _pose(moves, seconds)) is not None
            )
        )

    def exposure(self, frame: int, passes: int) -> list[Scene]:
        """The moments that one frame is the average of."""
        return [self.scene(frame / FPS + SHUTTER_S * (n + 0.5) / passes) for n in range(passes)]


def play(seed: int) -> Session:
    """A whole game; the seed decides the faces and every move."""
    luck, rng = np.random.default_rng(seed), np.random.default_rng((seed, 1))
    few = tumbles(rng, LIBRARY, EDGE_CM, SHAPE.round)
    library = tuple(tumble for tumble in few if THROW_S[0] < tumble.lasts < THROW_S[1])
    free = [sheet() for _ in PLAYERS]
    tracks: list[tuple[int, tuple[Move, ...]]] = []
    rests: list[Rest] = []
    now = EMPTY_S
    for turn in range(TURNS):
        seat = turn % len(PLAYERS)
        table = _Turn(rng, library, seat, now)
        faces = _faces(luck, 3)
        table.throw((0, 1, 2), faces)
        if again := to_throw_again(faces, free[seat]):
            table.sweep(again)
            table.now += GONE_S
            thrown = _faces(luck, len(again))
            table.throw(again, thrown)
            faces = with_thrown(faces, again, thrown)
        table.sweep((0, 1, 2))
        category = best_category(faces, free[seat])
        free[seat] = tuple(other for other in free[seat] if other != category)
        tracks += [(seat, tuple(moves)) for moves in table.moves]
        rests += table.rests
        now = table.now + EMPTY_S
    return Session(tuple(tracks), tuple(rests), now)


class _Turn:
    """One player's dice while they are on the table; `now` runs on with every move."""

    def __init__(self, rng: np.random.Generator, library: tuple[Tumble, ...], seat: int, now: float) -> None:
        self.rng, self.library, self.seat, self.now = rng, library, seat, now
        self.moves: list[list[Move]] = [[], [], []]
        self.rests: list[Rest] = []

    def throw(self, thrown: tuple[int, ...], faces: tuple[int, ...]) -> None:
        """Throw these dice, so that they come to show `faces`, and let them lie for a while."""
        stayed = tuple(place for place in range(3) if place not in thrown)
        others = [self.moves[place][-1] for place in stayed]
        flights: list[Throw] = []
        for face in faces:
            flights.append(self._find_throw(face, [*others, *flights]))
        for place, flight in zip(thrown, flights, strict=True):
            self.moves[place].append(flight)
        settled = max(flight.ends for flight in flights)
        self.now = settled + REST_S
        lying = tuple(PlacedDie(SHAPE, PAINTS[self.seat], self._lying(place), EDGE_CM) for place in range(3))
        last = math.floor((self.now - SHUTTER_S) * FPS)
        self.rests.append(Rest(self.seat, math.ceil(settled * FPS), last, thrown, stayed, lying))

    def sweep(self, places: tuple[int, ...]) -> None:
        """Draw these dice off, past those that stay."""
        staying = [self.moves[place][-1] for place in range(3) if place not in places]
        found: list[Move] = []
        for angle in sorted(np.linspace(-math.pi, math.pi, 73), key=abs):
            found = [Sweep(self.now, self._lying(place), SIDES[self.seat] + angle) for place in places]
            if all(clear(move, staying) for move in found):
                break
        for place, move in zip(places, found, strict=True):
            self.moves[place].append(move)
        self.now += found[0].ends - found[0].starts

    def _find_throw(self, face: int, others: list[Move]) -> Throw:
        width, height = TABLE.view.size
        for _ in range(TRIES):
            tumble = self.library[self.rng.integers(len(self.library))]
            angle = SIDES[self.seat] + math.pi + self.rng.uniform(-SIDE_SPREAD, SIDE_SPREAD)
            across = self.rng.uniform(MARGIN_PX, width - MARGIN_PX)
            down = self.rng.uniform(MARGIN_PX, height - MARGIN_PX)
            x, y, _ = TABLE.view.on_table(across, down, EDGE_CM)
            starts = self.now + self.rng.uniform(0, STAGGER_S)
            flight = Throw(starts, tumble, angle, x, y, turns_with_up(face)[self.rng.integers(4)])
            if _out_of_picture(flight) and _apart(flight, others) and clear(flight, others):
                return flight
        raise RuntimeError("No room was found to throw a die: take another seed.")

    def _lying(self, place: int) -> Pose:
        pose = self.moves[place][-1].pose(self.now)
        if pose is None:
            raise RuntimeError("A die was to lie on the table and is not there.")
        return pose


def _faces(luck: np.random.Generator, count: int) -> tuple[int, ...]:
    return tuple(int(face) for face in luck.integers(1, 7, count))


def _pose(moves: tuple[Move, ...], seconds: float) -> Pose | None:
    move = next((move for move in reversed(moves) if move.starts <= seconds), None)
    return move.pose(seconds) if move else None


def _out_of_picture(flight: Throw) -> bool:
    pose = flight.pose(flight.starts)
    x, y = outline(TABLE.view, PlacedDie(SHAPE, PAINTS[0], pose, EDGE_CM)).T if pose else np.zeros((2, 8))
    width, height = TABLE.view.size
    return bool(x.max() < -20 or x.min() > width + 20 or y.max() < -20 or y.min() > height + 20)


def _apart(flight: Throw, others: list[Move]) -> bool:
    spots = [pose.at for other in others if (pose := other.pose(max(flight.ends, other.ends)))]
    return all(math.dist(spot[:2], (flight.x, flight.y)) > APART_CM for spot in spots)
