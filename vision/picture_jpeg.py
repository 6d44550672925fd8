"""The parts of a JPEG file, and whether the picture coded in them is all there.

Decoders give a picture for whatever they get: what is missing becomes grey, or noise. The end marker proves nothing.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.vision.frame import Image

TABLES, SCAN, END = 0xC4, 0xDA, 0xD9
SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The parts that tell the size and how the picture is coded."""
SEQUENTIAL, PROGRESSIVE = (0xC0, 0xC1), 0xC2
"""The codings looked into; the others are hardly ever met."""
NEXT_PART = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
"""What ends the coded picture: in it FF is followed by 00, or by the number of a restart."""
EVERY_DETAIL = (1 << 64) - 1
"""A bit for each of a block's 64 numbers."""

HOLE = bytes(200)
"""So long a run of zeros is no coded picture, except one where zeros stand for "as before"."""
FILLING = 128
"""The grey that decoders show for what is missing, in rows of at least `FILLED_ROWS`."""
FILLED_ROWS = 8
LEAST_TAIL, FEW = 64, 32
"""A picture that is truly so grey ends in bytes that repeat: among this many, or more in a wide picture, there are few
different ones."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the file by its marker's number; of a scan, also the coded picture that follows it."""

    marker: int
    body: bytes
    coded: bytes = b""


def parts(content: bytes) -> Iterator[Part]:
    """The parts after the first marker; the last is the end's, unless the file is cut short or damaged.

    Raises `struct.error` or `IndexError` where it is cut within a part.
    """
    at = 2
    while True:
        while content[at] == 0xFF and content[at + 1] == 0xFF:
            at += 1
        marker = content[at + 1]
        if content[at] == 0xFF and marker == END:
            yield Part(END, b"")
            return
        length = struct.unpack_from(">H", content, at + 2)[0]
        if content[at] != 0xFF or length < 2 or marker == 0xD8:
            return
        body, at = content[at + 4 : at + 2 + length], at + 2 + length
        if marker != SCAN:
            yield Part(marker, body)
            continue
        found = NEXT_PART.search(content, at)
        yield Part(SCAN, body, content[at : found.start() if found else len(content)])
        if not found:
            return
        at = found.start()


def all_there(seen: Sequence[Part]) -> bool:
    """Whether the coded picture is complete, as far as can be told without decoding it.

    False when the end or a scan is missing, when there are too few bytes for so many pixels, and when a run of zeros
    lies where no picture has one.
    """
    size = next((part for part in seen if part.marker in SIZES), None)
    scans = [part for part in seen if part.marker == SCAN]
    if size is None or not scans or seen[-1].marker != END:
        return False
    if size.marker not in (*SEQUENTIAL, PROGRESSIVE):
        return True
    progressive = size.marker == PROGRESSIVE
    height, width = struct.unpack_from(">HH", size.body, 1)
    # Each block of 8 × 8 takes at least a bit for its brightness and, where it comes at once, a bit for its details.
    least_bits = height * width / 64 * (1 if progressive else 2)
    if 8 * sum(len(scan.coded) for scan in scans) < least_bits:
        return False
    return not _with_a_hole(seen, progressive) and _every_scan(size, scans, progressive)


def is_filled(image: Image, content: bytes) -> bool:
    """Whether the bottom of `image`, decoded from `content` and not yet turned, is a decoder's filling for what is
    missing."""
    if not (image[-FILLED_ROWS:] == FILLING).all():
        return False
    seen = list(parts(content))
    if any(part.marker == PROGRESSIVE for part in seen):
        return False  # it would lack scans
    coded = [part.coded for part in seen if part.marker == SCAN][-1]
    return len(set(coded[-max(LEAST_TAIL, image.shape[1] // 4) :])) > FEW


def _every_scan(size: Part, scans: Sequence[Part], progressive: bool) -> bool:
    """Whether each component came to its last bit in each detail."""
    known = {size.body[6 + 3 * number]: 0 for number in range(size.body[5])}
    for scan in scans:
        first, last, bits = scan.body[-3:] if progressive else (0, 63, 0)
        if bits & 15 == 0:
            for component, _ in _components(scan):
                known[component] = known.get(component, 0) | ((1 << (last + 1)) - (1 << first))
    return all(details & EVERY_DETAIL == EVERY_DETAIL for details in known.values())


def _with_a_hole(seen: Sequence[Part], progressive: bool) -> bool:
    zeros: dict[int, int] = {}
    """What a code of zeros means, by a table's number: those from 16 on are for details."""
    for part in seen:
        if part.marker == TABLES:
            zeros |= _meaning_of_zeros(part.body)
        elif part.marker == SCAN and HOLE in part.coded and not _may_be_zeros(part, zeros, progressive):
            return True
    return False


def _may_be_zeros(scan: Part, zeros: dict[int, int], progressive: bool) -> bool:
    first, _, bits = scan.body[-3:]
    if progressive and bits >> 4:
        return True  # a scan that adds bits to what is known adds zeros anywhere
    used = [number for _, tables in _components(scan) for number in (tables >> 4, 16 + (tables & 15))]
    if progressive:
        used = [number for number in used if (number >= 16) == (first > 0)]
    return all(zeros.get(number) == 0 for number in used)


def _components(scan: Part) -> list[tuple[int, int]]:
    """Each component's number, and the numbers of its two tables in a byte."""
    return [(scan.body[1 + 2 * number], scan.body[2 + 2 * number]) for number in range(scan.body[0])]


def _meaning_of_zeros(body: bytes) -> dict[int, int]:
    """The symbol whose code is all zeros, by the number of each table in the part."""
    meaning, at = {}, 0
    while at + 17 < len(body):
        meaning[body[at]] = body[at + 17]
        at += 17 + sum(body[at + 1 : at + 17])
    return meaning
