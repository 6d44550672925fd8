"""What `croupier doctor` makes of a machine: facts in, a finding out. It looks at nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

OLDEST, NEWEST = (3, 11), (3, 13)
"""Python: the oldest it runs on, and the newest it was tried on."""
ILL_ONNXRUNTIME = "1.21.0"
"""Dies with "illegal instruction" on a Raspberry Pi 4."""
FULL_BYTES, TIGHT_BYTES = 200e6, 1e9
"""Free space on the disk that is too little, and that is little: pictures of rolls are kept."""
HEADLESS = "opencv-python-headless"
OTHER_NUMPY = ("numpy.dtype size changed", "_ARRAY_API not found", "compiled using NumPy 1.x", "numpy.core.multiarray")
"""What a library says that was built for another NumPy."""
CAN = {
    "numpy": "pictures can be reckoned with",
    "cv2": "pictures can be opened and read",
    "onnxruntime": "the models that read dice can be run",
}
"""What can be done where a library loads."""
NO_SCREEN = ("libGL", "xcb", "libgthread", "libEGL")


class Level(StrEnum):
    """How a finding stands: all well, worth a look, or croupier will not work."""

    OK = "ok"
    CHECK = "check"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `text` says how it is and, unless all is well, what to do."""

    about: str
    level: Level
    text: str


def python(version: tuple[int, int], bits: int) -> Finding:
    """The interpreter: `bits` is 32 or 64."""
    name = f"Python {version[0]}.{version[1]}"
    if bits != 64:
        return _fail("python", f"{name} is a {bits}-bit one: install a 64-bit system, onnxruntime has no other.")
    if version < OLDEST:
        return _fail("python", f"{name} is too old: use Python 3.11, 3.12 or 3.13.")
    if version > NEWEST:
        return _check("python", f"{name} is newer than any tried: if something fails, use Python 3.13.")
    return _ok("python", f"{name} of 64 bits, as croupier needs it.")


def environment(pi: bool, venv: bool, system_packages: bool, picamera2: bool) -> Finding:
    """Whether the Pi's own camera can be used: its driver comes from apt, which a plain environment does not see."""
    if not pi:
        return _ok("environment", "This is no Raspberry Pi: webcams and recordings need nothing more from the system.")
    if picamera2:
        return _ok("environment", "The driver of the Raspberry Pi's camera is installed.")
    how = "`sudo apt install python3-picamera2 --no-install-recommends`"
    if venv and not system_packages:
        return _check(
            "environment",
            f"For the Pi's own camera use {how} and make the environment anew with "
            "`python3 -m venv --system-site-packages .venv`; webcams work as it is.",
        )
    return _check("environment", f"For the Pi's own camera use {how}; webcams work as it is.")


def opencv(wheels: Sequence[str]) -> Finding:
    """`wheels` are the installed packages that bring OpenCV: they overwrite each other's files."""
    if len(wheels) > 1:
        return _fail(
            "opencv",
            f"{' and '.join(sorted(wheels))} are installed at once: run `pip uninstall -y {' '.join(sorted(wheels))}`, "
            f"then `pip install {HEADLESS}`.",
        )
    where = f"{wheels[0]} is" if wheels else "The system's own is"
    return _ok("opencv", f"{where} the only OpenCV here, so that no other gets in its way.")


def library(name: str, package: str, version: str | None, error: str) -> Finding:
    """Whether a library loads. `error` is all that trying said: "" if it loads."""
    if package == "onnxruntime" and version == ILL_ONNXRUNTIME:
        return _fail(name, f"onnxruntime {version} dies on a Raspberry Pi 4: run `pip install -U onnxruntime`.")
    if not error:
        return _ok(name, f"{package} {version or 'from the system'} loads, so {CAN[name]}.")
    again = f"run `pip install --force-reinstall {package}`"
    if f"No module named '{name}'" in error:
        return _fail(name, f"{package} is missing: run `pip install {package}`.")
    if any(sign in error for sign in OTHER_NUMPY):
        return _fail(name, f"{package} was built for another NumPy than is installed: {again}.")
    if any(sign in error for sign in NO_SCREEN):
        instead = f"`pip uninstall -y {package}`, then `pip install {HEADLESS}`"
        return _fail(name, f"{package} wants a screen that is not there: run {instead}.")
    return _fail(name, f"{package} does not load ({error.strip().splitlines()[-1].rstrip('.')}): {again}.")


def cameras(urls: Sequence[str], held: Mapping[str, Sequence[str]]) -> Finding:
    """The cameras there are, and which programs hold them."""
    if not urls:
        return _check(
            "cameras", "No webcam is found: plug one in to watch a table; recordings and rolls typed in need none."
        )
    if any(held.values()):
        busy = "; ".join(f"{url} is in use by {' and '.join(who)}" for url, who in held.items() if who)
        return _check("cameras", f"{busy}: close that program before croupier uses the camera.")
    return _ok("cameras", f"{' and '.join(urls)} can be used: `croupier serve --camera {urls[0]}` watches a table.")


def no_folder(why: str) -> Finding:
    """There is no place for games and pictures of rolls, and `why`."""
    return _fail("disk", why)


def disk(folder: str, free: float) -> Finding:
    """`free` bytes on the disk of `folder`."""
    space = f"{free / 1e9:.1f} GB free for games and pictures of rolls in {folder}"
    if free < FULL_BYTES:
        return _fail("disk", f"{space}: that is too little, make room.")
    if free < TIGHT_BYTES:
        return _check("disk", f"{space}: enough for an evening, make room for more.")
    return _ok("disk", f"{space}: enough.")


def samples(sessions: Sequence[str]) -> Finding:
    """The recorded sessions that came along."""
    if not sessions:
        return _fail("samples", "No recorded session came along: install croupier again, `croupier demo` needs it.")
    known = " and ".join(f"demo:{name}" for name in sessions)
    return _ok("samples", f"A recorded game came along, {known}: `croupier demo` plays it without a camera.")


def models(error: str) -> Finding:
    """The models that read dice; `error` says why they cannot be used, "" if they can."""
    if error:
        return _check("models", f"{error} Until then dice are read without them, and more are asked about.")
    return _ok("models", "The models that read dice are there and whole.")


def port(number: int, free: bool) -> Finding:
    """Whether the pages can be served where people look for them."""
    if free:
        return _ok("port", f"{number} is free, so the pages are where they are looked for: http://localhost:{number}.")
    return _check(
        "port",
        f"{number} is in use, perhaps by croupier itself: end that program, or serve with --port {number + 1}.",
    )


def reading(truth: Sequence[int], read: Sequence[int | None], sure: bool, ms: float) -> Finding:
    """A sample read: the faces that are there, and those that were read in `ms` milliseconds."""
    there = " ".join(map(str, sorted(truth)))
    if sorted(truth) == sorted(face for face in read if face is not None) and None not in read:
        how = "" if sure else ", though not for sure"
        return _ok("reading", f"A sample that shows {there} was read right{how}, in {ms:.0f} ms; later ones take less.")
    seen = " ".join("?" if face is None else str(face) for face in read) or "no dice"
    return _fail("reading", f"A sample that shows {there} was read as {seen}: install croupier again.")


def not_done(about: str, error: str) -> Finding:
    """A look that could not be taken."""
    return _fail(about, f"This could not be tried ({error}): mend what fails above, and try again.")


def _ok(about: str, text: str) -> Finding:
    return Finding(about, Level.OK, text)


def _check(about: str, text: str) -> Finding:
    return Finding(about, Level.CHECK, text)


def _fail(about: str, text: str) -> Finding:
    return Finding(about, Level.FAIL, text)
