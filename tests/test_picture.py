"""Picture files of every kind give an upright picture, or one sentence that says what to do."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from croupier.vision.frame import Image
from croupier.vision.picture import PictureError, decode_picture, load_picture
from croupier.vision.picture_format import exif_orientation, format_of

WIDE = (24, 40)
"""Height and width of the test picture: not square, so that a turn shows."""
CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6ut"
    "q2eAvMm6pseZqKuk/8AAFAgAGAAoBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAFBgf/xAAYEAEAAwEAAAAAAAAA"
    "AAAAAAAABkSCwf/aAA4EQwBNAFkASwAAPwDTNM0zTJzmbmYhSitvgvRezjogi6ADdjCAAhSitvgvRezjogi6ADdjCAAhSitvgvRe"
    "zjogi6AD/9k="
)
"""The scene in the four inks of print, as a printer's program saves it."""


def scene() -> Image:
    """Red to the left, blue to the right, a white corner at the upper left."""
    image = np.zeros((*WIDE, 3), np.uint8)
    image[:, :20], image[:, 20:], image[:8, :8] = (0, 0, 200), (200, 0, 0), (255, 255, 255)
    return image


def encoded(ending: str, image: np.typing.NDArray[np.generic] | None = None) -> bytes:
    done, content = cv2.imencode(ending, scene() if image is None else image)
    assert done
    return content.tobytes()


def exif(orientation: int, order: str = "<") -> bytes:
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    entry = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return head + struct.pack(order + "H", 1) + entry + struct.pack(order + "I", 0)


def jpeg_turned(orientation: int, order: str = "<") -> bytes:
    content, block = encoded(".jpg"), b"Exif\0\0" + exif(orientation, order)
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + content[2:]


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_turned(orientation: int) -> bytes:
    content = encoded(".png")
    return content[:33] + png_chunk(b"eXIf", exif(orientation)) + content[33:]


def giant_png() -> bytes:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", zlib.compress(b"")) + png_chunk(b"IEND", b"")


def giant_jpeg() -> bytes:
    content = bytearray(encoded(".jpg"))
    at = content.index(b"\xff\xc0")
    content[at + 5 : at + 9] = struct.pack(">HH", 65_000, 65_000)
    return bytes(content)


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], Path]:
    def save(content: bytes) -> Path:
        path = tmp_path / "picture"
        path.write_bytes(content)
        return path

    return save


@pytest.mark.parametrize("ending", [".png", ".jpg", ".bmp", ".webp"])
def test_every_common_format_gives_the_picture(ending: str, saved: Callable[[bytes], Path]) -> None:
    image = load_picture(saved(encoded(ending)))
    assert image.dtype == np.uint8
    assert image.shape == (*WIDE, 3)
    assert np.abs(image.astype(int) - scene()).mean() < 8


@pytest.mark.parametrize(
    ("image", "ending"),
    [
        pytest.param(np.full(WIDE, 120, np.uint8), ".png", id="grey"),
        pytest.param(np.full(WIDE, 120, np.uint8), ".jpg", id="grey JPEG"),
        pytest.param(np.full(WIDE, 120 * 257, np.uint16), ".png", id="grey of 16 bits"),
        pytest.param(np.full((*WIDE, 3), 120 * 257, np.uint16), ".png", id="colour of 16 bits"),
    ],
)
def test_grey_and_deep_pictures_become_8_bit_colour(
    image: np.typing.NDArray[np.generic], ending: str, saved: Callable[[bytes], Path]
) -> None:
    loaded = load_picture(saved(encoded(ending, image)))
    assert loaded.shape == (*WIDE, 3)
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - 120).max() <= 2


@pytest.mark.parametrize("ending", [".png", ".webp"])
def test_what_is_transparent_shows_white(ending: str, saved: Callable[[bytes], Path]) -> None:
    image = np.dstack([scene(), np.full(WIDE, 255, np.uint8)])
    image[:, 30:] = 0
    loaded = load_picture(saved(encoded(ending, image)))
    assert loaded[12, 35].tolist() == [255, 255, 255]
    assert np.abs(loaded[12, 10].astype(int) - (0, 0, 200)).max() < 20


def test_a_jpeg_in_inks_gives_the_same_picture(saved: Callable[[bytes], Path]) -> None:
    assert np.abs(load_picture(saved(CMYK_JPEG)).astype(int) - scene()).mean() < 14


def upright(orientation: int) -> Image:
    """The scene after the turn that `orientation` asks for, written out by hand."""
    image = scene()
    return {
        1: image,
        2: cv2.flip(image, 1),
        3: cv2.rotate(image, cv2.ROTATE_180),
        4: cv2.flip(image, 0),
        5: cv2.flip(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), 1),
        6: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
        7: cv2.flip(cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE), 1),
        8: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE),
    }[orientation].astype(np.uint8)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(
    "turned", [jpeg_turned, lambda n: jpeg_turned(n, ">"), png_turned], ids=["JPEG", "JPEG big-endian", "PNG"]
)
def test_a_picture_is_upright_whatever_its_exif_says(
    turned: Callable[[int], bytes], orientation: int, saved: Callable[[bytes], Path]
) -> None:
    loaded = load_picture(saved(turned(orientation)))
    assert loaded.shape == upright(orientation).shape
    assert np.abs(loaded.astype(int) - upright(orientation)).mean() < 8


@pytest.mark.parametrize("orientation", [0, 9, 255])
def test_an_orientation_that_makes_no_sense_is_left_alone(orientation: int) -> None:
    assert exif_orientation(exif(orientation)) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"hello " * 50, "give a JPEG or PNG file", id="text"),
        pytest.param(encoded(".tif"), "give a JPEG or PNG file", id="TIFF"),
        pytest.param(b"\0\0\0\x18ftypheic" + bytes(100), "convert it to JPEG", id="HEIC"),
        pytest.param(encoded(".jpg")[:-200], "cut short or damaged", id="half a JPEG"),
        pytest.param(encoded(".jpg")[:-2], "cut short or damaged", id="a JPEG without its end"),
        pytest.param(encoded(".jpg")[:12], "cut short or damaged", id="the head of a JPEG"),
        pytest.param(encoded(".png")[:-20], "cut short or damaged", id="half a PNG"),
        pytest.param(encoded(".webp")[:-20], "cut short or damaged", id="half a WebP"),
        pytest.param(encoded(".bmp")[:-20], "cut short or damaged", id="half a BMP"),
        pytest.param(b"\xff\xd8\xff" + bytes(200), "cut short or damaged", id="a JPEG of zeros"),
        pytest.param(giant_png(), "too many", id="a giant PNG in a tiny file"),
        pytest.param(giant_jpeg(), "too many", id="a giant JPEG in a tiny file"),
        pytest.param(encoded(".png", np.zeros((2, 2, 3), np.uint8)), "take a larger picture", id="two pixels"),
    ],
)
def test_what_gives_no_picture_says_what_to_do(
    content: bytes, words: str, saved: Callable[[bytes], Path], capfd: pytest.CaptureFixture[str]
) -> None:
    path = saved(content)
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    sentence = str(caught.value)
    assert words in sentence
    assert str(path) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert capfd.readouterr().err == ""


def test_a_file_that_is_not_there_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="does not exist"):
        load_picture(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_damaged_file_never_ends_in_anything_but_a_picture_or_a_sentence(ending: str) -> None:
    whole = encoded(ending)
    chance = np.random.default_rng(3)
    for _ in range(60):
        content = bytearray(whole)
        for at in chance.integers(2, len(content), 4):
            content[at] = chance.integers(256)
        try:
            image = decode_picture(bytes(content), "it")
        except PictureError:
            continue
        assert image.dtype == np.uint8
        assert image.shape[2] == 3


def test_a_picture_followed_by_other_bytes_is_whole() -> None:
    form = format_of(encoded(".jpg") + b"trailer" * 20)
    assert form is not None
    assert form.whole
    assert form.size == (WIDE[1], WIDE[0])
