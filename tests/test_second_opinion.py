"""The classical reader's opinion of large dice: asked where the finder doubts, heard where the namer agrees."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from croupier.models.store import Manifest
from croupier.models.workshop.drawn import Drawn, table
from croupier.vision.frame import Image
from croupier.vision.learned import LearnedReader
from croupier.vision.learned.find.search import Candidate, Search
from croupier.vision.learned.judge.fuse import Fused, fuse
from croupier.vision.learned.name import FACES, LOOKS, NOT_A_FACE, Named
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.second import in_doubt, seconded, still_doubted
from croupier.vision.learned.sessions import Models
from croupier.vision.learned.top import Top

SIZE = (640, 480)
LARGE = Drawn(5, (300, 230), 170, 20)
PLACE = Top((300.0, 230.0), 170.0)
Name = Callable[[Sequence[Candidate]], Sequence[Named]]


def seen(face: int | None, where: Top = PLACE, heat: float = 0.3, none: float = 0.0) -> Named:
    """A find that the namer names `face`, or takes for none."""
    chances = np.zeros(len(FACES))
    chances[NOT_A_FACE if face is None else face - 1] = 1 - none
    chances[NOT_A_FACE] += none
    return Named(Candidate(where, heat), chances, np.tile(chances, (len(LOOKS), 1)))


def naming(face: int | None, none: float = 0.0) -> Name:
    return lambda candidates: [seen(face, one.top, one.heat, none) for one in candidates]


def heats(picture: Image, found: Sequence[Named], name: Name) -> list[float]:
    return [one.candidate.heat for one in seconded(Halves(picture), found, name)]


def test_a_die_that_the_finder_doubts_is_as_hot_as_the_classical_reader_is_sure() -> None:
    (heat,) = heats(table([LARGE], SIZE), [seen(5)], naming(5))
    assert heat > 0.9


def test_a_die_that_the_finder_missed_or_saw_at_another_size_is_added() -> None:
    picture = table([LARGE], SIZE)
    (added,) = seconded(Halves(picture), [], naming(5))
    assert added.candidate.top.center == pytest.approx(PLACE.center, abs=5)
    assert added.candidate.top.edge == pytest.approx(PLACE.edge, rel=0.1)
    larger = Top(PLACE.center, 1.6 * PLACE.edge)
    kept, again = heats(picture, [seen(5, larger)], naming(5))
    assert kept == 0.3
    assert again > 0.9


def test_a_die_that_is_found_as_surely_already_stays_as_it_is() -> None:
    assert heats(table([LARGE], SIZE), [seen(5, heat=0.999)], naming(5)) == [0.999]


@pytest.mark.parametrize("name", [naming(4), naming(None), naming(5, none=0.1)], ids=["another", "none", "hardly"])
def test_what_the_namer_names_otherwise_is_not_heard(name: Name) -> None:
    assert heats(table([LARGE], SIZE), [seen(5)], name) == [0.3]


def test_faces_that_are_seen_aslant_may_be_sides_and_are_not_heard() -> None:
    picture = table([LARGE], SIZE)
    squeezed = cv2.resize(picture, (640, 320))
    assert heats(np.asarray(squeezed, np.uint8), [], naming(5)) == []


@pytest.mark.parametrize("dots", [0, 400], ids=["an empty table", "a table full of dots"])
def test_a_table_without_large_dice_adds_nothing(dots: int) -> None:
    picture = table([], SIZE)
    for n in range(dots):
        cv2.circle(picture, (16 + 32 * (n % 20), 12 + 24 * (n // 20)), 6, (20, 20, 20), -1)
    assert heats(picture, [], naming(1)) == []


def test_small_dice_are_the_finders_alone() -> None:
    small = Drawn(5, (300, 230), 40, 20)
    assert heats(table([small], SIZE), [], naming(5)) == []


def test_the_front_of_a_die_whose_top_is_seen_is_not_heard() -> None:
    above = Top((300.0, 120.0), 140.0, stretch=(0.6, 0.0), down=(0.0, 1.2))
    assert heats(table([LARGE], SIZE), [seen(5), seen(3, above, heat=0.4)], naming(5)) == [0.3, 0.4]


def test_the_halves_of_a_domino_are_not_heard() -> None:
    halves = [Drawn(5, (240, 230), 120), Drawn(5, (376, 230), 120)]
    assert heats(table(halves, SIZE), [], naming(5)) == []


def test_no_die_is_passed_over_because_another_is_surer() -> None:
    before = fuse([seen(5, Top((300, 300), 100), heat=0.6), seen(3, Top((300, 200), 100), heat=0.5)], "d6")
    after = fuse([seen(5, Top((300, 300), 100), heat=0.99)], "d6")
    assert [die.face for die in still_doubted(before, after).grey] == [die.face for die in before.dice[1:]]
    assert still_doubted(before, before) == before


def blind(image: Image) -> npt.NDArray[np.float32]:
    """The maps of a finder that sees nothing."""
    return np.full((12, image.shape[0] // 4, image.shape[1] // 4), -8, np.float32)


def reading(kind: str, monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """What the whole reader makes of `LARGE`, which its finder hardly sees and its namer names a 5."""
    found = [Candidate(PLACE, 0.2)]
    monkeypatch.setattr("croupier.vision.learned.read.search", lambda *_: Search(tuple(found)))
    sure_of_5 = np.eye(len(FACES), dtype=np.float32)[4]
    models = Models(blind, lambda near, _: np.tile(sure_of_5, (len(near), 1)), Manifest({}, {}, {}, {}))
    return [die.face for die in LearnedReader(models).read(table([LARGE], SIZE), kind).dice]


def test_the_reader_asks_for_a_second_opinion_where_the_finder_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reading("d6", monkeypatch) == [5]
    monkeypatch.setattr("croupier.vision.learned.read.in_doubt", lambda *_: False)
    assert reading("d6", monkeypatch) == []


def test_nobody_is_asked_about_fudge_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.vision.learned.read.seconded", lambda *_: pytest.fail("asked"))
    reading("dF", monkeypatch)


@pytest.mark.parametrize(
    ("found", "doubted"),
    [
        ([], False),
        ([seen(5, heat=0.95)], False),
        ([seen(5, heat=0.6)], True),
        ([seen(5, heat=0.1)], True),
        ([seen(5, Top(PLACE.center, 40.0), heat=0.6)], False),
        ([seen(5, heat=0.95), seen(None, Top((60, 60), 170), heat=0.3)], False),
    ],
    ids=["nothing", "a plain die", "a weak die", "a faint thing", "a small die", "a faint thing beside a plain die"],
)
def test_only_a_large_thing_that_may_be_a_die_is_worth_asking_about(found: list[Named], doubted: bool) -> None:
    assert in_doubt(fuse(found, "auto"), SIZE) is doubted


def test_nothing_found_is_no_doubt() -> None:
    assert not in_doubt(Fused(), SIZE)
