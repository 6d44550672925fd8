"""The phases of a roll: a pure step from one state of the table, and one more frame, to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Die, Reading
from croupier.vision.roll import LAY_HERE, Origin, Phase, Roll, Seen
from croupier.vision.rolls.match import Change, Place, match
from croupier.vision.rolls.motion import Glance, Motion, elsewhere, glance, looks_same, motion
from croupier.vision.rolls.vote import ENOUGH_VOTES, SURE_VOTES, agree, merge

SETTLED_AFTER_S = 0.15
"""A table on which nothing has moved for this long is at rest, and is read."""

HAND_DICE = 0.5
"""Something that moves beside the dice is told when it covers this many of their faces."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A stretch in which nothing moves: how it looked when it began, since when (s), and what was read in it."""

    anchor: Glance
    since: float
    readings: tuple[Reading, ...] = ()
    judged: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The table as last judged: the frame, its glance, what changed, and what was found."""

    frame: Frame
    glance: Glance
    change: Change
    phase: Phase
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All that a watcher remembers between frames. `stirred`: something has moved since the watching began.

    `fired` is the roll that was told last, which is what a person has read again.
    """

    phase: Phase = Phase.EMPTY
    rest: Rest | None = None
    settled: Settled | None = None
    newest: Frame | None = None
    fired: Roll | None = None
    stirred: bool = False
    again: bool = False

    @property
    def places(self) -> tuple[Place, ...]:
        return self.settled.change.places if self.settled else ()

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.settled.change.lying if self.settled else ()


def reread(table: Table) -> Table:
    """The same table, to be read anew as soon as it rests; the roll that follows repeats the one before."""
    return replace(table, again=True, rest=table.rest and replace(table.rest, readings=(), judged=False))


def step(table: Table, frame: Frame, read: Callable[[Image], Reading]) -> tuple[Table, Seen]:
    """The table after one more frame, and what there is to tell. Only a table at rest is read."""
    now = glance(frame.image)
    rest = table.rest
    if rest is None:
        return _tell(replace(table, rest=Rest(now, frame.at), newest=frame))
    moved = motion(rest.anchor, now)
    if moved.any():
        table, roll = _judge(table) if _interrupted(rest) else (table, None)
        phase, rest = _moving(table, frame, moved), Rest(now, frame.at)
        return _tell(replace(table, phase=phase, rest=rest, newest=frame, stirred=True), roll)
    table = replace(table, newest=frame)
    if rest.judged:
        return _tell(table)
    if frame.at - rest.since < SETTLED_AFTER_S:
        return _tell(replace(table, phase=Phase.SETTLING))
    if table.settled and not table.again and not motion(table.settled.glance, now).any():
        return _tell(replace(table, phase=table.settled.phase, rest=replace(rest, judged=True)))
    rest = replace(rest, readings=(*rest.readings, read(frame.image)))
    table = replace(table, phase=Phase.SETTLING, rest=rest)
    if agree(rest.readings) or len(rest.readings) >= ENOUGH_VOTES:
        return _tell(*_judge(table))
    return _tell(table)


def finish(table: Table) -> tuple[Table, Seen | None]:
    """The table when no more frames come: dice read enough by then still are a roll."""
    if table.rest and _interrupted(table.rest):
        return _tell(*_judge(table))
    return table, None


def _interrupted(rest: Rest) -> bool:
    """Whether a rest that ends now was long enough to have been a roll."""
    return not rest.judged and len(rest.readings) >= SURE_VOTES


def _moving(table: Table, frame: Frame, moved: Motion) -> Phase:
    """What moves: dice, or something else while every die lies still."""
    if not table.settled or not table.dice or any(place.lifted for place in table.places):
        return Phase.ROLLING
    before = table.settled.frame.image
    if not all(looks_same(before, frame.image, die.corners) for die in table.dice):
        return Phase.ROLLING
    large = elsewhere(moved, table.dice, frame.image.shape[1]) > HAND_DICE
    return Phase.HAND if large or table.phase == Phase.HAND else table.settled.phase


def _judge(table: Table) -> tuple[Table, Roll | None]:
    """Settle what the readings of this rest come to, and fire the roll if there was one."""
    rest, frame = table.rest, table.newest
    assert rest is not None
    assert frame is not None
    reading = merge(rest.readings)
    change = _change(table, reading, frame)
    phase = _phase(table, reading, change)
    settled = Settled(frame, rest.anchor, change, phase, reading.why)
    roll = _roll(table, reading, change, frame)
    rest, fired = replace(rest, judged=True), roll or table.fired
    return replace(table, phase=phase, rest=rest, settled=settled, fired=fired, again=False), roll


def _change(table: Table, reading: Reading, frame: Frame) -> Change:
    """What became of the dice that lay here."""
    if not table.settled:
        return match((), reading.dice, (), [False] * len(reading.dice))
    before = table.settled.frame.image
    if table.again:
        change = match(table.places, reading.dice, [False] * len(table.places), [False] * len(reading.dice), again=True)
        every = tuple(range(len(change.lying)))
        thrown, touched = every, every[:0]
        if table.fired and len(every) == len(table.fired.dice) == len(table.dice):
            told = replace(change, touched=table.fired.touched)
            touched = tuple(turned.die for turned in told.turned if turned.die in told.touched)
            thrown = table.fired.thrown or (() if touched else every)
        stayed = tuple(i for i in every if i not in (*thrown, *touched))
        return replace(change, thrown=thrown, stayed=stayed, touched=touched)
    kept = [not place.lifted and looks_same(before, frame.image, place.die.corners) for place in table.places]
    known = [bool(table.dice) and looks_same(before, frame.image, die.corners) for die in reading.dice]
    return match(table.places, reading.dice, kept, known)


def _phase(table: Table, reading: Reading, change: Change) -> Phase:
    if reading.why or not all(die.sure for die in change.lying):
        return Phase.UNSURE
    if change.lying:
        return Phase.SETTLED
    return Phase.TAKEN if table.places else Phase.EMPTY


def _roll(table: Table, reading: Reading, change: Change, frame: Frame) -> Roll | None:
    """The roll that a change is, if it is one."""
    if not change.lying or not (change.thrown or change.touched):
        return None
    origin = Origin.REREAD if table.again else Origin.THROWN if table.stirred else Origin.LAY
    ask = [LAY_HERE] if origin == Origin.LAY else []
    ask += [die.why or "I am not sure of this die." for die in change.lying if not die.sure]
    ask += reading.why
    return Roll(
        dice=change.lying,
        thrown=change.thrown,
        stayed=change.stayed,
        touched=change.touched,
        turned=change.turned,
        at=frame.at,
        ask=tuple(dict.fromkeys(ask)),
        evidence=frame,
        origin=origin,
        first=table.settled is None,
    )


def _tell(table: Table, roll: Roll | None = None) -> tuple[Table, Seen]:
    """The table, and what a page may be told of it. Dice are shown only while they are known to lie there."""
    at = table.newest.at if table.newest else 0.0
    still = table.phase in (Phase.SETTLED, Phase.UNSURE, Phase.HAND) and table.settled is not None
    why = table.settled.why if still and table.settled else ()
    return table, Seen(at=at, phase=table.phase, dice=table.dice if still else (), why=why, roll=roll)
