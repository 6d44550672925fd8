"""What a picture file says of itself before it is decoded: format, size, whether it is whole, which way up it is."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from croupier.vision import picture_jpeg

HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
AVIF_BRANDS = (b"avif", b"avis")
NOT_READ = {
    **dict.fromkeys((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"), "TIFF"),
    **dict.fromkeys((b"GIF87a", b"GIF89a"), "GIF"),
    **dict.fromkeys((b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51"), "JPEG 2000"),
    **dict.fromkeys((b"\0\0\0\x0cJXL ", b"\xff\x0a"), "JPEG XL"),
    b"8BPS": "PSD",
    b"%PDF": "PDF",
}
"""How pictures begin that people have and that are not read, and what their format is called."""
OLD_BMP = 12
"""The length of the oldest header of a BMP, whose numbers are short."""
READ = ("JPEG", "PNG", "WebP", "BMP")
"""The formats that are read."""
ORIENTATION = 0x0112
"""The EXIF tag that tells how the picture is turned, 1 to 8."""


@dataclass(frozen=True, slots=True)
class Format:
    """`name` as people say it; `size` (width, height) in pixels; `whole` when the file is not cut short; `orientation`
    by EXIF, 1 when upright; `see_through` when parts may be transparent."""

    name: str
    size: tuple[int, int]
    whole: bool
    orientation: int = 1
    see_through: bool = False


def format_of(content: bytes) -> Format | None:
    """The format of a JPEG, PNG, WebP or BMP file; of any other picture only what its format is called; None when it is
    no picture we know.

    A damaged header gives a `Format` that is not whole.
    """
    try:
        if content.startswith(b"\xff\xd8\xff"):
            return _jpeg(content)
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(content)
        if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _webp(content)
        if content.startswith(b"BM") and len(content) > 26:
            old = struct.unpack_from("<I", content, 14)[0] == OLD_BMP
            width, height = struct.unpack_from("<HH" if old else "<ii", content, 18)
            return Format("BMP", (abs(width), abs(height)), len(content) >= struct.unpack_from("<I", content, 2)[0])
    except (struct.error, IndexError, ValueError):
        return Format("picture", (0, 0), whole=False)
    if content[4:8] == b"ftyp" and content[8:12] in HEIC_BRANDS + AVIF_BRANDS:
        brands = content[8 : struct.unpack_from(">I", content)[0]]
        is_avif = any(brand in brands for brand in AVIF_BRANDS)
        return Format("AVIF" if is_avif else "HEIC", (0, 0), whole=True)
    known = (name for first, name in NOT_READ.items() if content.startswith(first))
    return next((Format(name, (0, 0), whole=True) for name in known), None)


def _jpeg(content: bytes) -> Format:
    size, orientation, seen = (0, 0), 1, tuple(picture_jpeg.parts(content))
    for part in seen:
        if part.marker in picture_jpeg.SIZES:
            height, width = struct.unpack_from(">HH", part.body, 1)
            size = (width, height)
        elif part.marker == 0xE1 and part.body.startswith(b"Exif\0\0"):
            orientation = exif_orientation(part.body[6:])
    return Format("JPEG", size, picture_jpeg.all_there(seen), orientation)


def _png(content: bytes) -> Format:
    size, orientation, whole, see_through = (0, 0), 1, False, False
    for name, body in _chunks(content[8:], ">I4s", tail=4):
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", body)
            size, see_through = (width, height), bool(body[9] & 4)
        elif name == b"tRNS":
            see_through = True
        elif name == b"eXIf":
            orientation = exif_orientation(body)
        elif name == b"IEND":
            whole = True
    return Format("PNG", size, whole, orientation, see_through)


def _webp(content: bytes) -> Format:
    size, orientation, see_through = (0, 0), 1, False
    whole = len(content) >= 8 + struct.unpack_from("<I", content, 4)[0]
    for name, body in _chunks(content[12:], "<4sI", tail=0):
        if name == b"VP8X":
            size = (1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little"))
            see_through = bool(body[0] & 16)
        elif name == b"VP8 " and size == (0, 0):
            width, height = struct.unpack_from("<HH", body, 6)
            size = (width & 0x3FFF, height & 0x3FFF)
        elif name == b"VP8L" and size == (0, 0):
            bits = int.from_bytes(body[1:5], "little")
            size, see_through = ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1), bool(bits >> 28 & 1)
        elif name == b"EXIF":
            orientation = exif_orientation(body.removeprefix(b"Exif\0\0"))
    return Format("WebP", size, whole, orientation, see_through)


def _chunks(content: bytes, layout: str, tail: int) -> Iterator[tuple[bytes, bytes]]:
    """Name and body of each chunk; a chunk that is cut short ends them."""
    at = 0
    while at + 8 <= len(content):
        first, second = struct.unpack_from(layout, content, at)
        name, length = (first, second) if isinstance(first, bytes) else (second, first)
        if at + 8 + length + tail > len(content):
            return
        yield name, content[at + 8 : at + 8 + length]
        at += 8 + length + tail
        if not tail:
            at += length % 2


def exif_orientation(exif: bytes) -> int:
    """The orientation, 1 to 8, in an EXIF block; 1 when there is none or it makes no sense."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        first = struct.unpack_from(order + "I", exif, 4)[0]
        for entry in range(struct.unpack_from(order + "H", exif, first)[0]):
            at = first + 2 + 12 * entry
            tag, kind = struct.unpack_from(order + "HH", exif, at)
            if tag == ORIENTATION and kind == 3:
                value = int(struct.unpack_from(order + "H", exif, at + 8)[0])
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1
