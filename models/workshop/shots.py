"""The list of sample stills: which dice, on what, in which light. The file's name says what is hard about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.models.workshop.studio.scene import Light, Paint, Shape

PAINTS: Mapping[str, Paint] = {
    "ivory": Paint((0.84, 0.79, 0.66), (0.02, 0.02, 0.025)),
    "white": Paint((0.88, 0.88, 0.87), (0.015, 0.015, 0.015), 0.25),
    "black": Paint((0.018, 0.018, 0.02), (0.88, 0.88, 0.86), 0.25),
    "red": Paint((0.45, 0.012, 0.018), (0.92, 0.9, 0.86)),
    "blue": Paint((0.015, 0.06, 0.33), (0.9, 0.9, 0.88)),
    "green": Paint((0.015, 0.2, 0.05), (0.9, 0.9, 0.84)),
    "yellow": Paint((0.85, 0.56, 0.03), (0.02, 0.02, 0.02)),
    "orange": Paint((0.85, 0.22, 0.02), (0.95, 0.93, 0.9)),
    "purple": Paint((0.14, 0.02, 0.24), (0.78, 0.6, 0.2), 0.2),
    "teal": Paint((0.03, 0.34, 0.36), (0.02, 0.02, 0.02)),
    "grey": Paint((0.35, 0.36, 0.38), (0.02, 0.02, 0.02), 0.45),
}

SHAPES: Mapping[str, Shape] = {
    "d6": Shape(spread=0.26, pip=0.085),
    "sharp": Shape(round=0.05, spread=0.27, pip=0.09, depth=0.025),
    "tumbled": Shape(round=0.12, ball=0.7, spread=0.23, pip=0.08),
    "big pips": Shape(round=0.14, spread=0.265, pip=0.112, depth=0.04),
    "dF": Shape("dF", round=0.12, depth=0.025),
}

LIGHTS: Mapping[str, Light] = {
    "soft": Light(),
    "lamp": Light((-30.0, 12.0, 34.0), 1.0, 1.25, (1.0, 0.9, 0.74), 0.16),
    "low": Light((38.0, 20.0, 20.0), 4.0, 1.5, (1.0, 0.93, 0.82), 0.22),
    "window": Light((-45.0, 30.0, 40.0), 22.0, 0.95, (0.9, 0.96, 1.0), 0.5),
    "cloudy": Light((0.0, 40.0, 60.0), 30.0, 0.35, (0.95, 0.98, 1.0), 0.75),
    "overhead": Light((3.0, 5.0, 55.0), 5.0, 1.1, (1.0, 0.98, 0.95), 0.4),
}


@dataclass(frozen=True, slots=True)
class Shot:
    """One still. `edge` is the die's edge in pixels, `slant` in degrees off the vertical. `exposure` 1 is right,
    `blur` the lens's in pixels. `touching` sets the dice side by side; `cut` puts the last one over the picture's
    edge, where it counts for nothing. `props` lie about."""

    hard: str
    faces: tuple[int, ...] = ()
    shape: str = "d6"
    paints: tuple[str, ...] = ("ivory",)
    ground: str = "green felt"
    light: str = "soft"
    slant: float = 5.0
    edge: float = 62.0
    size: tuple[int, int] = (640, 480)
    exposure: float = 1.0
    blur: float = 0.0
    noise: float = 1.5
    props: tuple[str, ...] = ()
    touching: bool = False
    cut: bool = False


LARGE = (1280, 960)
MIDDLE = (960, 720)

SHOTS: tuple[Shot, ...] = (
    # Plain ones, one table and one colour after another.
    Shot("plain", (1,)),
    Shot("plain", (2, 5), paints=("red",)),
    Shot("plain", (1, 2, 3, 4, 5, 6), paints=("white",), ground="blue felt", size=MIDDLE),
    Shot("walnut", (3, 6, 4), paints=("ivory",), ground="walnut"),
    Shot("oak", (6, 6, 1), paints=("blue",), ground="oak"),
    Shot("pine", (2, 4, 5), paints=("green",), ground="pine planks", light="window"),
    Shot("linen", (5, 3), paints=("red",), ground="linen", light="window"),
    Shot("denim", (4, 4, 2), paints=("yellow",), ground="denim"),
    Shot("paper", (1, 6), paints=("black",), ground="white paper", light="cloudy"),
    Shot("kraft", (2, 3, 5, 6), paints=("teal",), ground="kraft paper"),
    Shot("marble", (4, 1, 5), paints=("purple",), ground="white marble", light="overhead"),
    Shot("slate", (6, 2), paints=("orange",), ground="slate"),
    Shot("darkmat", (3, 3, 3), paints=("white",), ground="dark mat"),
    Shot("colors", (1, 3, 5, 2, 6), paints=("red", "ivory", "blue", "yellow", "green"), ground="dark mat", size=MIDDLE),
    Shot("tumbled", (5, 2, 4), shape="tumbled", paints=("white",), ground="red felt"),
    Shot("sharp", (6, 3, 1), shape="sharp", paints=("red",), ground="black felt", light="overhead"),
    Shot("bigpips", (6, 5, 4, 2), shape="big pips", paints=("white",), ground="blue felt"),
    Shot("hard-shadow", (3, 5), ground="oak", paints=("ivory",), light="lamp"),
    Shot("large", (2, 6, 1), edge=110, size=LARGE, paints=("ivory",), ground="walnut", light="window"),
    Shot("close", (5,), edge=190, paints=("red",)),
    # Slants.
    Shot("slant15", (4, 6), slant=15, paints=("red",), ground="oak"),
    Shot("slant15", (1, 2, 6), slant=15, paints=("ivory",)),
    Shot("slant30", (2, 5), slant=30, paints=("ivory",), ground="walnut"),
    Shot("slant30", (3, 4, 6), slant=30, paints=("blue",), ground="white paper", light="window"),
    Shot("slant30", (1, 1, 5), slant=30, paints=("black",), ground="linen"),
    Shot("slant45", (5, 6), slant=45, paints=("white",), ground="green felt", size=MIDDLE, edge=80),
    Shot("slant45", (2, 3, 4), slant=45, paints=("red",), ground="oak", size=MIDDLE, edge=80),
    # Small, many, touching, cut.
    Shot("small", (1, 4, 6), edge=28, paints=("white",)),
    Shot("small", (2, 3, 5), edge=24, paints=("red",), ground="linen", light="window"),
    Shot("tiny", (6, 5), edge=17, paints=("ivory",), ground="walnut"),
    Shot("touching", (5, 3), paints=("white",), touching=True),
    Shot("touching", (6, 6), paints=("red",), ground="oak", touching=True),
    Shot("touching", (2, 4, 1), paints=("ivory",), ground="slate", touching=True),
    Shot("touching", (1, 3), paints=("black",), ground="white paper", touching=True),
    Shot("cut", (4, 2), paints=("ivory",), cut=True),
    Shot("cut", (6, 1, 3), paints=("red",), ground="oak", cut=True),
    # Light.
    Shot("dark", (2, 6, 3), exposure=0.16, noise=4.0, paints=("ivory",), ground="walnut"),
    Shot("dark", (4, 5), exposure=0.1, noise=5.0, paints=("red",), ground="green felt"),
    Shot("dusk", (1, 3), exposure=0.35, noise=3.0, paints=("white",), ground="blue felt", light="low"),
    Shot("glare", (5, 1), exposure=2.6, paints=("white",), ground="oak", light="overhead"),
    Shot("glare", (6, 2), exposure=3.2, paints=("red",), ground="white marble", light="overhead"),
    Shot("lowlight", (3, 4, 1), light="low", paints=("ivory",), ground="kraft paper"),
    Shot("blur", (2, 4), blur=3.0, paints=("ivory",)),
    Shot("blur", (6, 3), blur=6.0, paints=("red",), ground="oak"),
    Shot("noise", (5, 4, 6), noise=12.0, paints=("white",), ground="blue felt"),
    Shot("low-contrast", (1, 5, 2), paints=("ivory",), ground="white paper", light="cloudy"),
    Shot("low-contrast", (3, 6), paints=("red",), ground="red felt"),
    Shot("low-contrast", (4, 2), paints=("black",), ground="black felt"),
    # Busy tables.
    Shot("coins", (3, 6), paints=("white",), ground="oak", props=("coin", "coin", "coin")),
    Shot("cards", (1, 4, 4), paints=("red",), ground="green felt", props=("card", "card")),
    Shot("battlemap", (2, 5, 6), paints=("blue",), ground="battle map", size=MIDDLE),
    Shot("cuttingmat", (3, 1), paints=("yellow",), ground="cutting mat"),
    Shot("print", (4, 6), paints=("red",), ground="printed page"),
    # Fudge dice.
    Shot("plain", (1, -1, 0, 1), shape="dF", paints=("ivory",)),
    Shot("plain", (-1, 0, 1, -1), shape="dF", paints=("black",), ground="linen"),
    Shot("oak", (1, 1, 0, 0), shape="dF", paints=("blue",), ground="oak"),
    Shot("felt", (-1, -1, 1, 0), shape="dF", paints=("red",), ground="black felt", light="window"),
    Shot("slant30", (1, -1, 0), shape="dF", paints=("white",), ground="walnut", slant=30),
    Shot("slant45", (1, -1), shape="dF", paints=("green",), ground="oak", slant=45, size=MIDDLE, edge=80),
    Shot("touching", (1, 0), shape="dF", paints=("white",), ground="blue felt", touching=True),
    Shot("small", (0, 1, -1, -1), shape="dF", paints=("yellow",), ground="denim", edge=30),
    # No dice at all.
    Shot("felt"),
    Shot("print", ground="printed page"),
    Shot("coins-cards", ground="walnut", props=("coin", "card", "coin", "box", "coin")),
)
