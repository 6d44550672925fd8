"""What the faces that fell say of each set of dice, in a plain sentence and in figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.rules.words import listed
from croupier.server.history.fairness.reckon import ALPHA, band, chi_square, p_value, throws_needed
from croupier.server.history.fairness.throws import Fallen, Source
from croupier.server.history.fairness.values import Asked, FaceCount, Fairness, Finding, SetOfDice
from croupier.vision.reading import FACES

SIGNS = {-1: "minus", 0: "blank", 1: "plus"}
LARGEST_ODDS = 1_000_000
LEAST_OF_EACH = 5
"""How often each face is to be expected before dice are called odd: people look after every roll, and some first roll
is three of a kind."""
NOTHING = {
    "all": "No dice have been thrown yet that could be counted here.",
    "camera": "The camera has seen no dice thrown yet that could be counted here.",
    "hand": "No throws have been typed in yet that could be counted here.",
}


def fairness(fallen: Mapping[Fallen, int], source: Asked = "all", unreadable: int = 0) -> Fairness:
    """What these faces say, of the camera's throws, of those typed by hand, or of all."""
    wanted: tuple[Source, ...] = ("camera", "hand") if source == "all" else (source,)
    counts: dict[str, Counter[int]] = {}
    awaited: dict[str, str] = {}
    for one, times in fallen.items():
        if one.source in wanted:
            counts.setdefault(one.kind, Counter())[one.face] += times
            awaited[one.kind] = one.awaited
    known = {kind: _legal(kind, awaited[kind], counts[kind]) for kind in counts}
    tested = [kind for kind in sorted(counts, key=lambda kind: (-counts[kind].total(), kind)) if len(known[kind]) > 1]
    sets = [_judged(kind, known[kind], counts[kind], len(tested)) for kind in tested]
    return Fairness(source, sets, _note(len(sets)) if sets else NOTHING[source], unreadable)


def _legal(kind: str, awaited: str, fell: Counter[int]) -> tuple[int, ...]:
    """The faces of a die: as its kind has them, else as the dice that it stands in for, else those that fell."""
    for name in (kind, awaited):
        if name in FACES:
            return FACES[name]
        if sides := re.fullmatch(r"d(\d{1,3})", name):
            return tuple(range(1, int(sides[1]) + 1))
    return tuple(sorted(fell))


def _judged(kind: str, legal: Sequence[int], fell: Counter[int], sets: int) -> SetOfDice:
    counts = tuple(fell[face] for face in legal)
    thrown, needed = sum(counts), throws_needed(len(legal))
    low, high = band(thrown, len(legal))
    p, method = p_value(counts)
    words = [SIGNS[face] if legal == FACES["dF"] else str(face) for face in legal]
    finding: Finding = "odd" if p < ALPHA / sets else "perhaps" if p < ALPHA else "even"
    if thrown < (needed if finding == "even" else LEAST_OF_EACH * len(legal)):
        finding = "too few"
    return SetOfDice(
        set=kind,
        faces=[FaceCount(face, word, n, low, high) for face, word, n in zip(legal, words, counts, strict=True)],
        thrown=thrown,
        expected=thrown / len(legal),
        chi_square=chi_square(counts),
        p=p,
        method=method,
        needed=needed,
        finding=finding,
        sentence=_sentence(finding, p, thrown, needed, sets, _strangest(words, counts)),
    )


def _sentence(finding: Finding, p: float, thrown: int, needed: int, sets: int, strangest: str) -> str:
    so_many = "1 die" if thrown == 1 else f"{thrown} dice"
    match finding:
        case "too few":
            return (
                f"With {so_many} thrown nothing can be said yet; about {_about(needed - thrown)} more would show dice "
                "that favour one face by half again."
            )
        case "even":
            return (
                f"Nothing odd in {so_many} thrown. Dice that favour one face by half again would most likely have been "
                "found out by now."
            )
        case "perhaps":
            return (
                f"Fair dice come out this uneven {_odds(p)}: {strangest}. With {sets} sets tested that may well be "
                "chance; throw on, and look again."
            )
        case "odd":
            return f"Fair dice come out this uneven only {_odds(p)}: {strangest}. Throw on, and look at these dice."


def _strangest(words: Sequence[str], counts: Sequence[int]) -> str:
    """The face that is furthest from what is expected of it."""
    expected = sum(counts) / len(counts)
    furthest = max(abs(count - expected) for count in counts)
    often = [word for word, count in zip(words, counts, strict=True) if count - expected == furthest]
    seldom = [word for word, count in zip(words, counts, strict=True) if expected - count == furthest]
    return f"{listed(often or seldom)} {'came' if often else 'fell'} too {'often' if often else 'seldom'}"


def _odds(p: float) -> str:
    return "less than once in a million times" if p * LARGEST_ODDS < 1 else f"once in {_about(round(1 / p))} times"


def _about(number: int) -> int:
    """Two figures of it: more would promise too much."""
    unit: int = max(1, 10 ** (len(str(number)) - 2))
    return round(number / unit) * unit


def _note(sets: int) -> str:
    if sets == 1:
        return "One in twenty sets of fair dice looks odd by chance alone."
    share = f"{100 * ALPHA / sets:.2g}".rstrip(".")
    return (
        f"{sets} sets of dice are tested here, and one in twenty fair ones looks odd by chance alone. So a set is "
        f"called odd only where fair dice would look so in less than {share} of 100 cases."
    )
