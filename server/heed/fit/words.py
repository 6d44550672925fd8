"""How a roll in doubt, and a die turned over by hand, are spoken of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.rules.words import FUDGE_SIGNS, so_many_dice
from croupier.server.heed.fit.outcome import Touch

BACK = "The die was turned back: do the others count as they were thrown?"
SHOWN_MOVED = "Dice that were shown before do not lie where they lay: are these others?"
SHOWN_ALIKE = "Dice with the same faces were shown before: are these others?"


def face_on(kind: str, face: int | None) -> str:
    """A face as it is written on dice of that kind."""
    return FUDGE_SIGNS.get(face, str(face)) if kind == "dF" else str(face)


def faces_on(kind: str, faces: Iterable[int | None]) -> str:
    return " ".join(face_on(kind, face) for face in faces)


def either(counts: Sequence[int]) -> str:
    if len(counts) == 1:
        return so_many_dice(counts[0])
    return f"{', '.join(str(count) for count in counts[:-1])} or {counts[-1]} dice"


def were(count: int) -> str:
    return f"{count} was" if count == 1 else f"{count} were"


def turned(kind: str, touches: Sequence[Touch], perhaps: bool = False, back: bool = False) -> str:
    """That dice of a kind were turned over by hand; `perhaps` if they may have been thrown with the others."""
    dice = "A die" if len(touches) == 1 else so_many_dice(len(touches))
    verb = "may have been" if perhaps else "was" if len(touches) == 1 else "were"
    how = " and ".join(f"from {face_on(kind, touch.was)} to {face_on(kind, touch.face)}" for touch in touches)
    meanwhile = " while others were thrown" if perhaps else ""
    return f"{dice} {verb} turned {'back' if back else 'over'} by hand{meanwhile}, {how}"


def elsewhere(kind: str, shows: int | None) -> str:
    """What to ask about a die that nobody saw thrown since it lay elsewhere."""
    return f"A die that stayed shows {face_on(kind, shows)}, but lies elsewhere than it lay: was it thrown?"


def which_counts(kind: str, touches: Sequence[Touch]) -> str:
    """What to ask when nothing else has happened."""
    return f"{turned(kind, touches)}: which {'face counts' if len(touches) == 1 else 'faces count'}?"


def thrown_too(kind: str, touches: Sequence[Touch]) -> str:
    """What to ask when others were thrown meanwhile."""
    return f"{turned(kind, touches, perhaps=True)}: {'was it' if len(touches) == 1 else 'were they'} thrown too?"


def turn_back(kind: str, shows: int, counts: int) -> str:
    """What to do about a die that was turned, which was settled, and still shows a face that does not count."""
    shown, counted = face_on(kind, shows), face_on(kind, counts)
    return f"The die that was turned shows {shown}, but {counted} counts: turn it back, then confirm what was thrown."
