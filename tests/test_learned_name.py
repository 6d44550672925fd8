"""How often a face is shown to the namer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from croupier.models.workshop.drawn import Drawn, table
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.judge.evidence import gather
from croupier.vision.learned.judge.fuse import fuse
from croupier.vision.learned.judge.witness import AGREES
from croupier.vision.learned.name import FACES, LOOKS, NOT_A_FACE, Named, name
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

PICTURE = Halves(table([Drawn(5, (160, 120), 60)], size=(320, 240)))
Bytes = npt.NDArray[np.uint8]


def named(face: int, chance: float = 0.97, none: float = 0.005, heat: float = 0.9) -> Named:
    """The drawn five, which a namer takes for `face` with `chance`, for no face with `none`, at every look."""

    def says(near: Bytes, wide: Bytes) -> npt.NDArray[np.float32]:
        answer = np.full(len(FACES), (1 - chance - none) / (len(FACES) - 2))
        answer[face - 1], answer[NOT_A_FACE] = chance, none
        return np.tile(answer, (len(near), 1)).astype(np.float32)

    (only,) = name(says, PICTURE, [Candidate(Top((160, 120), 60), heat)])
    return only


def test_no_candidates_are_none_named() -> None:
    def never(near: Bytes, wide: Bytes) -> npt.NDArray[np.float32]:
        raise AssertionError("There is nothing to name.")

    assert name(never, PICTURE, []) == []


def test_a_plain_face_that_the_second_witness_sees_too_is_shown_once() -> None:
    plain = named(5)
    assert plain.plain
    assert len(plain.looks) == 1
    assert plain.faces == pytest.approx(plain.looks[0])


@pytest.mark.parametrize(
    "doubted",
    [
        named(4),
        named(5, chance=0.9),
        named(5, chance=0.955, none=0.04),
        named(5, heat=0.4),
    ],
    ids=["the witness sees another face", "the face is not clear", "it may be none", "the finder doubts"],
)
def test_a_face_of_which_anything_is_doubted_is_shown_at_every_turn_and_size(doubted: Named) -> None:
    assert not doubted.plain
    assert len(doubted.looks) == len(LOOKS)


def test_what_the_second_witness_said_of_a_plain_face_is_told_without_asking_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, doubted = named(5), named(4)
    monkeypatch.setattr("croupier.vision.learned.judge.evidence.witness", lambda *_: -0.5)
    assert [row.witness for row in gather(PICTURE, fuse([plain], "d6").dice, 0)] == [AGREES]
    assert [row.witness for row in gather(PICTURE, fuse([doubted], "d6").dice, 0)] == [-0.5]
