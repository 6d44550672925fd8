"""Evidence → how probable it is that the face is right, whether that is sure, and if not, why.

A logistic curve over a few features, each 0 for a die without a doubt and growing with the doubt. Its coefficients come
from the manifest, fitted on pictures that no model was trained on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from croupier.models.store import ModelsError
from croupier.vision.learned.judge.evidence import Evidence
from croupier.vision.reading import Die

SURE = 0.95
"""A die is sure from this confidence on, unless the manifest says otherwise."""
MOST_SLANTED = math.radians(56)
"""Beyond this slant a die's front face is as large as its top: nothing is sure."""
EASY_SLANT = math.radians(25)
"""Up to this slant sides are no danger."""
BLURRED, SMEARED = 1.0, 1.25
"""Softness beyond which a picture, if most of its dice are so, and a single die is never sure: a lone pip has few steps
to judge by."""

A_DIE_ITSELF = 0.5
"""A mark that is so much of a die may be one, on a note or a tile that is taken for a die."""
CONTRADICTED = -0.3
"""A second witness that sees another face by this much is a veto."""
ALONE = 0.9
"""The least chance of a face by the namer, where the second witness cannot tell."""

CALIBRATION: Mapping[str, float] = {
    "all": 5.5,
    "heat": -1.0,
    "none": -0.7,
    "face": -1.2,
    "agree": -3.0,
    "size": -2.0,
    "plane": -4.0,
    "fall": -2.0,
    "cube": 0.0,
    "side": -2.0,
    "slant": -1.0,
    "askew": -1.5,
    "unseen": -1.0,
    "witness": -1.2,
    "against": -3.0,
    "small": -1.0,
    "soft": -4.0,
    "glare": -4.0,
    "outline": -3.0,
    "crowd": -2.0,
}
"""Log odds: of a die without a doubt, and what a unit of each doubt takes from them."""

WORDS: Mapping[str, str] = {
    "heat": "it hardly stands out as a die: give more light or a plainer ground, or take away what is no die",
    "none": "it hardly looks like the top of a die: lay every die flat, and take away what is no die",
    "face": "the face is not clear: come closer, or give more light",
    "agree": "the face is not clear: come closer, or give more light",
    "size": "its size differs from the other dice: look more from above, or lay out dice of one size",
    "plane": "it may be cocked: lay it flat",
    "fall": "it may be cocked: lay it flat",
    "cube": "it may be cocked: lay it flat",
    "side": "it may be the side of a die: look more from above",
    "slant": "the die is seen from the side: look more from above",
    "askew": "it may be the side of a die: hold the camera upright, or look more from above",
    "unseen": "it stands out at some sizes only: come closer, or take away what is no die",
    "witness": "the marks on it cannot be made out: come closer, or give more light",
    "against": "the marks on it look like another face: come closer, or give more light",
    "small": "it is small in the picture: come closer",
    "soft": "it is blurred: keep the camera still and in focus, or give more light",
    "glare": "a lamp is mirrored on it: move the lamp",
    "outline": "the die's outline is not clear: lay it apart, on a plainer ground",
    "crowd": "the table is full of things like dice: take them away, or use a plainer ground",
}
SIGNS = {1: "+", -1: "−", 0: "blank"}
CUT = "the die is cut off by the edge of the picture: slide it further in"
SLANTED = "the die is seen from the side: look more from above"
INSIDE = "a mark on it may be a die itself: take away what lies under the dice"
NO_FACE: Mapping[str, str] = {
    "d6": "it shows no pips: if it is a Fudge die, read it as kind dF",
    "dF": "it shows no Fudge sign: if it is a die with pips, read it as kind d6",
}


def features(evidence: Evidence) -> dict[str, float]:
    """The doubts, by the names of the calibration's coefficients."""
    return {
        "heat": max(0.0, _log_odds(1 - evidence.heat) + 1.5),
        "none": max(0.0, _log_odds(evidence.not_a_face) + 4.0),
        "face": max(0.0, _log_odds(1 - evidence.chance) + 3.0),
        "agree": 1 - evidence.agree,
        "size": max(0.0, evidence.size - 0.2),
        "plane": max(0.0, evidence.plane - 0.1),
        "fall": max(0.0, evidence.fall - 0.15),
        "cube": max(0.0, evidence.cube - 0.2),
        "side": evidence.side,
        "slant": max(0.0, evidence.slant - EASY_SLANT),
        "askew": max(0.0, evidence.askew - 0.2),
        "unseen": 1 - evidence.seen,
        "witness": 1 - max(evidence.witness, 0.0),
        "against": max(-evidence.witness, 0.0),
        "small": max(0.0, math.log2(24 / max(evidence.edge, 1.0))),
        "soft": max(0.0, evidence.softness - 0.75),
        "glare": evidence.glare,
        "outline": max(0.0, 0.7 - evidence.outline),
        "crowd": evidence.crowd,
    }


def probability(doubts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How probable it is, 0…1, that a face with `doubts` (see `features`) is right; `weights` as in `CALIBRATION`."""
    odds = weights["all"] + sum(weights[name] * value for name, value in doubts.items())
    return 1 / (1 + math.exp(min(50.0, -odds)))


def weights(calibration: Mapping[str, float]) -> Mapping[str, float]:
    """`calibration` as the manifest tells it, or `CALIBRATION` when it tells none: the models are not calibrated yet.

    Raises `ModelsError` when it was fitted for other doubts than these.
    """
    if calibration and calibration.keys() != CALIBRATION.keys():
        raise ModelsError("The models' confidence was fitted for another version: install Croupier again.")
    return calibration or CALIBRATION


def judge(die: Die, evidence: Evidence, calibration: Mapping[str, float], sure_from: float) -> Die:
    """`die` with its confidence and verdict; `calibration` as for `weights`."""
    weight = weights(calibration)
    doubts = features(evidence)
    confidence = probability(doubts, weight)
    if die.face is None:
        return replace(die, confidence=0.0, sure=False, why=NO_FACE[die.kind])
    hindered = _hindrance(die, evidence)
    sure = confidence >= sure_from and not hindered
    why = "" if sure else hindered or _words(max(doubts, key=lambda name: -weight[name] * doubts[name]), die, evidence)
    return replace(die, confidence=round(confidence, 4), sure=sure, why=why)


def _hindrance(die: Die, evidence: Evidence) -> str:
    """What alone keeps a die from being sure, however probable its face is; "" if nothing does."""
    if evidence.cut:
        return CUT
    if evidence.slant > MOST_SLANTED:
        return SLANTED
    if evidence.inside > A_DIE_ITSELF:
        return INSIDE
    if evidence.softness > SMEARED:
        return WORDS["soft"]
    if evidence.witness < CONTRADICTED:
        return _words("against", die, evidence)
    return _words("face", die, evidence) if evidence.witness <= 0 and evidence.chance < ALONE else ""


def _words(doubt: str, die: Die, evidence: Evidence) -> str:
    if doubt in ("face", "against") and evidence.other is not None and die.face is not None:
        one, other = (
            SIGNS.get(face, str(face)) if die.kind == "dF" else str(face) for face in (die.face, evidence.other)
        )
        return f"it may be a {one} or a {other}"
    return WORDS[doubt]


def _log_odds(chance: float) -> float:
    """Of `chance`, kept within ±5: beyond, models know no difference."""
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return min(max(math.log(chance / (1 - chance)), -5.0), 5.0)
