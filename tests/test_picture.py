"""Picture files of every kind give an upright picture, or one sentence that says what to do."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from croupier.vision import picture
from croupier.vision.frame import Image
from croupier.vision.picture import PictureError, decode_picture, load_picture
from croupier.vision.picture_format import exif_orientation, format_of
from croupier.vision.picture_jpeg import SCAN, SIZES, TABLES, parts

WIDE = (48, 80)
"""Height and width of the test picture: not square, so that a turn shows."""


def scene() -> Image:
    """Red to the left, blue to the right, a white corner at the upper left."""
    image = np.zeros((*WIDE, 3), np.uint8)
    image[:, :40], image[:, 40:], image[:16, :16] = (0, 0, 200), (200, 0, 0), (255, 255, 255)
    return image


def encoded(ending: str, image: np.typing.NDArray[np.generic] | None = None, how: Sequence[int] = ()) -> bytes:
    done, content = cv2.imencode(ending, scene() if image is None else image, how)
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
    image[:, 60:] = 0
    loaded = load_picture(saved(encoded(ending, image)))
    assert loaded[24, 70].tolist() == [255, 255, 255]
    assert np.abs(loaded[24, 20].astype(int) - (0, 0, 200)).max() < 20


def jpeg_in_inks(image: Image) -> bytes:
    """`image` in the four inks of print, each in a scan of its own, as a printer's program saves it."""
    inks = [*cv2.split(image)[::-1], np.full(image.shape[:2], 255, np.uint8)]
    coded = [list(parts(encoded(".jpg", np.asarray(ink)))) for ink in inks]
    size = next(part.body for part in coded[0] if part.marker in SIZES)[:5] + b"\x04"
    size += b"".join(bytes((number, 0x11, 0)) for number in range(4))
    content = b"\xff\xd8" + jpeg_part(0xEE, b"Adobe" + bytes(7)) + jpeg_part(0xC0, size)
    content += b"".join(jpeg_part(part.marker, part.body) for part in coded[0] if part.marker in (0xDB, TABLES))
    for number, one in enumerate(coded):
        scan = next(part for part in one if part.marker == SCAN)
        content += jpeg_part(SCAN, bytes((1, number, 0, 0, 63, 0))) + scan.coded
    return content + b"\xff\xd9"


def jpeg_part(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def test_a_jpeg_in_inks_gives_the_same_picture(saved: Callable[[bytes], Path]) -> None:
    assert np.abs(load_picture(saved(jpeg_in_inks(scene()))).astype(int) - scene()).mean() < 14


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
        pytest.param(encoded(".tif"), "in TIFF; convert it to JPEG", id="TIFF"),
        pytest.param(b"MM\0*" + bytes(100), "in TIFF; convert it to JPEG", id="TIFF, the other way round"),
        pytest.param(b"GIF89a" + bytes(100), "in GIF; convert it to JPEG", id="GIF"),
        pytest.param(b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(100), "in JPEG 2000; convert it", id="JPEG 2000"),
        pytest.param(b"\xff\x0a" + bytes(100), "in JPEG XL; convert it", id="JPEG XL"),
        pytest.param(b"8BPS" + bytes(100), "in PSD; convert it", id="PSD"),
        pytest.param(b"%PDF-1.7" + bytes(100), "in PDF; convert it", id="PDF"),
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
        pytest.param(b"\0\0\0\x18ftypavif" + bytes(100), "in AVIF; convert it to JPEG", id="AVIF"),
        pytest.param(b"\0\0\0\x18ftypmif1\0\0\0\0avif" + bytes(100), "in AVIF", id="AVIF by its second brand"),
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


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]])
@pytest.mark.parametrize("marker", sorted({*SIZES, SCAN, TABLES, 0xDB, 0xE0}))
def test_a_part_of_a_jpeg_that_is_too_short_is_damaged_and_no_other_error(marker: int, how: list[int]) -> None:
    content = encoded(".jpg", how=how)
    for short in range(6):
        body = jpeg_part(marker, bytes(range(1, short + 1)))
        for at in (2, content.index(b"\xff\xda"), len(content) - 2):
            with suppress(PictureError):
                decode_picture(content[:at] + body + content[at:], "it")


def test_a_scan_of_details_in_no_order_is_damaged_and_no_other_error() -> None:
    content = bytearray(encoded(".jpg", how=[cv2.IMWRITE_JPEG_PROGRESSIVE, 1]))
    at = content.index(b"\xff\xda")
    for last in ((0, 0, 0), (63, 0, 0), (255, 1, 0), (0, 255, 0)):
        content[at + 2 + content[at + 3] - 3 : at + 2 + content[at + 3]] = bytes(last)
        with suppress(PictureError):
            decode_picture(bytes(content), "it")


def test_a_bmp_with_the_oldest_header_tells_its_size() -> None:
    content = b"BM" + struct.pack("<IHHIIHHHH", 26 + 48 * 144, 0, 0, 26, 12, 48, 48, 1, 24) + bytes(48 * 144)
    form = format_of(content)
    assert form is not None
    assert (form.size, form.whole) == ((48, 48), True)
    assert decode_picture(content, "it").shape == (48, 48, 3)


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


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (47, 60), (60, 47), (8, 4000), (4000, 8)])
def test_a_picture_too_small_to_show_a_die_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match="take a larger picture"):
        decode_picture(encoded(".png", np.zeros((*size, 3), np.uint8)), "it")


@pytest.mark.parametrize("ending", [".bmp", ".png", ".jpg", ".webp"])
def test_a_header_that_claims_no_pixels_at_all_is_damaged(ending: str) -> None:
    at, length = {".bmp": (18, 4), ".png": (16, 4), ".jpg": (0, 2), ".webp": (26, 2)}[ending]
    content = bytearray(encoded(ending))
    at = at or content.index(b"\xff\xc0") + 5
    content[at : at + length] = bytes(length)
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(bytes(content), "it")


@pytest.mark.parametrize("deep", [np.uint8, np.uint16])
def test_a_picture_that_is_transparent_all_over_is_refused(deep: type[np.unsignedinteger]) -> None:
    image = np.dstack([scene(), np.zeros(WIDE, np.uint8)]).astype(deep)
    with pytest.raises(PictureError, match="transparent all over"):
        decode_picture(encoded(".png", image), "it")


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_JPEG_OPTIMIZE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 4]])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_jpeg_cut_short_and_closed_again_is_damaged(how: list[int], share: float) -> None:
    head, coded = taken_apart(photograph(), how)
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(head + coded[: int(share * len(coded))] + b"\xff\xd9", "it")


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_jpeg_in_steps_that_lacks_some_is_damaged(share: float) -> None:
    content = encoded(".jpg", photograph(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert decode_picture(content, "it").shape == photograph().shape
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(content[: int(share * len(content))] + b"\xff\xd9", "it")


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("long", [400, 4000])
def test_a_jpeg_with_a_hole_of_zeros_is_damaged(share: float, long: int) -> None:
    head, coded = taken_apart(photograph(), [])
    at = int(share * len(coded))
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(head + coded[:at] + bytes(long) + coded[at + long :] + b"\xff\xd9", "it")


def test_a_jpeg_that_goes_over_into_another_is_damaged() -> None:
    content = encoded(".jpg", photograph())
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(content[: len(content) // 2] + content, "it")


def test_a_jpeg_that_claims_more_pixels_than_its_bytes_can_hold_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(encoded(".jpg"))
    at = content.index(b"\xff\xc0")
    content[at + 5 : at + 9] = struct.pack(">HH", 10_000, 11_000)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="cut short or damaged"):
        decode_picture(bytes(content), "it")


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_JPEG_OPTIMIZE, 1], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]])
@pytest.mark.parametrize("shade", [0, 1, 127, 128, 129, 255])
@pytest.mark.parametrize("colours", [1, 3])
def test_a_plain_picture_of_any_grey_is_whole(how: list[int], shade: int, colours: int) -> None:
    plain = np.full((1200, 1600, colours), shade, np.uint8)
    image = decode_picture(encoded(".jpg", plain, how), "it")
    assert np.abs(image.astype(int) - shade).max() <= 2


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_JPEG_OPTIMIZE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 4]])
@pytest.mark.parametrize("width", [200, 333, 640, 1600])
def test_a_picture_with_a_plain_grey_bottom_is_whole(how: list[int], width: int) -> None:
    image = cv2.resize(photograph(), (width, 400))
    image[200:] = 128
    assert decode_picture(encoded(".jpg", image, how), "it").shape == image.shape


def photograph() -> Image:
    """Rough all over, as photographs are."""
    chance = np.random.default_rng(5)
    rough = cv2.GaussianBlur(chance.integers(0, 256, (400, 600, 3), np.uint8), (0, 0), 2)
    return cv2.normalize(rough, rough, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)


def taken_apart(image: Image, how: list[int]) -> tuple[bytes, bytes]:
    """A JPEG's head and what is coded in it; the end is left out."""
    content = encoded(".jpg", image, how)
    coded = next(part.coded for part in parts(content) if part.marker == SCAN)
    return content[: content.index(coded)], coded


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp"])
def test_too_little_memory_is_said_and_not_taken_for_damage(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> Image:
        raise MemoryError

    content = encoded(ending)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: None)
    monkeypatch.setattr(np, "empty", none_left)
    with pytest.raises(PictureError, match="too little memory to open it"):
        decode_picture(content, "it")


@pytest.mark.parametrize("deep", [np.uint8, np.uint16])
def test_a_picture_with_transparency_is_decoded_once_and_laid_on_white_in_strips(
    deep: type[np.unsignedinteger], monkeypatch: pytest.MonkeyPatch
) -> None:
    image = (np.random.default_rng(7).random((300, 200, 4)) * np.iinfo(deep).max).astype(deep)
    share = image.astype(np.float64) / np.iinfo(deep).max
    expected = 255 * (share[:, :, :3] * share[:, :, 3:] + 1 - share[:, :, 3:])
    decode, content, calls = cv2.imdecode, encoded(".png", image), []
    monkeypatch.setattr(cv2, "imdecode", lambda *given: calls.append(given) or decode(*given))
    assert np.abs(decode_picture(content, "it") - expected).max() <= 0.51
    assert len(calls) == 1


def test_a_huge_jpeg_comes_at_half_its_size_and_upright(monkeypatch: pytest.MonkeyPatch) -> None:
    content = jpeg_turned(6)
    whole = decode_picture(content, "it")
    monkeypatch.setattr(picture, "MOST_PIXELS_WHOLE", WIDE[0] * WIDE[1] - 1)
    half = decode_picture(content, "it")
    assert half.shape == (WIDE[1] // 2, WIDE[0] // 2, 3)
    assert np.abs(half.astype(int) - cv2.resize(whole, half.shape[1::-1], interpolation=cv2.INTER_AREA)).mean() < 5


def test_a_huge_jpeg_cut_short_and_closed_again_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (400, 600, 3), np.uint8)
    content = encoded(".jpg", noise)
    monkeypatch.setattr(picture, "MOST_PIXELS_WHOLE", 1000)
    with pytest.raises(PictureError, match="damaged"):
        decode_picture(content[: len(content) // 2] + b"\xff\xd9", "it")


def test_a_huge_picture_that_no_camera_takes_is_refused_before_it_is_decoded() -> None:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 10_500, 10_500, 8, 2, 0, 0, 0))
    content = b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", zlib.compress(b"")) + png_chunk(b"IEND", b"")
    with pytest.raises(PictureError, match="too many"):
        decode_picture(content, "it")


def test_a_giant_with_transparency_in_a_tiny_file_is_refused_before_it_is_decoded() -> None:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 10_900, 10_900, 16, 6, 0, 0, 0))
    content = b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", zlib.compress(b"")) + png_chunk(b"IEND", b"")
    with pytest.raises(PictureError, match="too many"):
        decode_picture(content, "it")
