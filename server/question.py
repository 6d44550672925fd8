"""A roll that the table will not guess, and a die turned over by hand, as JSON: the dice, the likely faces of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.server.fit import Answer, Touch
from croupier.server.fit.places import Lying
from croupier.server.fit.words import turned, which_counts
from croupier.vision.reading import FACES, Die
from croupier.vision.roll import Roll

_LOOKALIKES: dict[str, dict[int, tuple[int, ...]]] = {
    "d6": {1: (3, 2), 2: (3, 1), 3: (2, 5, 1), 4: (5, 6, 2), 5: (4, 6, 3), 6: (5, 4)},
    "dF": {1: (-1, 0), 0: (-1, 1), -1: (0, 1)},
}
"""The faces that one is most often taken for."""


def question(roll: Roll, meant: Answer, lying: Lying) -> dict[str, Any]:
    """What is kept and shown of a doubtful roll, its dice in the order of the game's; those not seen are as they lay.

    A die that was settled before shows the face that counts; `touched` tells of those that a hand has turned over.
    """
    dice = []
    for place, i in enumerate(meant.order):
        if i is None:
            dice.append(_as_it_lay(lying[place]))
        elif place in meant.faces and meant.faces[place] != roll.dice[i].face:
            dice.append(die_json(replace(roll.dice[i], face=meant.faces[place], sure=True, why="")))
        else:
            dice.append(die_json(roll.dice[i]))
    return {
        "ask": list(meant.ask),
        "dice": dice,
        "thrown": list(meant.thrown),
        "stayed": [place for place in range(len(dice)) if place not in meant.thrown],
        "early": meant.early,
        "touched": [_touch(touch) for touch in meant.touched],
        "alone": meant.alone,
    }


def asked_on(asked: Mapping[str, Any], left: Sequence[Touch], lying: Lying) -> dict[str, Any]:
    """The question about dice that a hand has turned over, of those that are `left`; the others as they lie now."""
    kind = asked["dice"][left[0].die]["kind"]
    thrown = [touch.die for touch in left]
    stayed = [place for place in range(len(asked["dice"])) if place not in thrown]
    dice = [
        die if place in thrown or die["face"] == lying[place]["face"] else _as_it_lay(lying[place])
        for place, die in enumerate(asked["dice"])
    ]
    told = {"thrown": thrown, "stayed": stayed, "touched": [_touch(touch) for touch in left]}
    return {**asked, "ask": [which_counts(kind, left)], "dice": dice, **told}


def witnessed(roll: Roll, meant: Answer, lying: Lying) -> dict[str, Any]:
    """What is kept of dice that a hand has turned over, whatever is made of it: all of them as they show now."""
    told = meant.witnessed
    return {
        "touched": [_touch(touch) for touch in told.touches],
        "dice": [_as_it_lay(lying[p]) if i is None else die_json(roll.dice[i]) for p, i in enumerate(meant.order)],
        "back": told.back,
        "perhaps": told.perhaps,
    }


def in_words(payload: Mapping[str, Any]) -> str:
    """What is told of dice that a hand has turned over, as `witnessed` keeps it."""
    touches = [Touch(**touch) for touch in payload["touched"]]
    kind = payload["dice"][touches[0].die]["kind"]
    return f"{turned(kind, touches, perhaps=payload['perhaps'], back=payload['back'])}."


def die_json(die: Die) -> dict[str, Any]:
    """A die as the pages take it. `corners` in pixels; `likely` faces come likeliest first."""
    return {
        "kind": die.kind,
        "face": die.face,
        "confidence": round(die.confidence, 4),
        "sure": die.sure,
        "why": die.why,
        "corners": [[round(x, 1), round(y, 1)] for x, y in die.corners],
        "likely": likely(die),
    }


def likely(die: Die) -> list[int]:
    """Every legal face of the die, likeliest first."""
    faces = FACES.get(die.kind, () if die.face is None else (die.face,))
    if die.face is None:
        return list(faces)
    first = (die.face, *_LOOKALIKES.get(die.kind, {}).get(die.face, ()))
    return list(dict.fromkeys((*first, *faces)))


def _touch(touch: Touch) -> dict[str, int]:
    return {"die": touch.die, "was": touch.was, "face": touch.face}


def _as_it_lay(die: Mapping[str, Any]) -> dict[str, Any]:
    """A die that is not seen now; where it was typed in, no camera ever saw it."""
    blank = {"confidence": 1.0, "sure": True, "why": "", "corners": []}
    shown = Die(die["kind"], die["face"], ((0, 0),) * 4, 1.0, True)
    return {**blank, **die, "likely": likely(shown)}
