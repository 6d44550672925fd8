"""What cameras, light and compression do to a picture, drawn at random: the same die never looks the same twice."""

from __future__ import annotations

import math

import cv2
import numpy as np

from croupier.vision.frame import Image

GRAIN_SIZE = 1024


class Disturber:
    """Disturbs pictures; it keeps a field of noise, which is slow to draw."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._grain = np.clip(rng.normal(0, 32, (GRAIN_SIZE, GRAIN_SIZE, 3)), -127, 127).astype(np.int8)

    def __call__(self, image: Image, mildly: bool = False) -> Image:
        """`image` (H, W, 3) disturbed; `mildly` leaves out what would make pips of a small crop unreadable."""
        image = self._light(self._color(image))
        image = self._shadow(image)
        image = self._focus(image, mildly)
        return self._sensor(image)

    def _color(self, image: Image) -> Image:
        rng = self._rng
        if rng.random() < 0.45:
            hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
            turn, strength = int(rng.integers(180)), rng.uniform(0.15, 1.4)
            hues = ((np.arange(256) + turn) % 180).astype(np.uint8)
            strengths = np.clip(np.arange(256) * strength, 0, 255).astype(np.uint8)
            hue, saturation, value = cv2.split(hsv)
            turned = cv2.merge([cv2.LUT(hue, hues), cv2.LUT(saturation, strengths), value])
            image = np.asarray(cv2.cvtColor(turned, cv2.COLOR_HSV2BGR), np.uint8)
        draw = rng.random()
        if draw < 0.05:
            image = np.asarray(255 - image, np.uint8)
        elif draw < 0.14:
            image = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
        elif draw < 0.24:
            image = np.ascontiguousarray(image[..., rng.permutation(3)])
        elif draw < 0.36:
            # What cameras really do: red and blue swapped.
            image = np.ascontiguousarray(image[..., ::-1])
        return image

    def _light(self, image: Image) -> Image:
        rng = self._rng
        levels = np.linspace(0, 1, 256)[:, None] ** math.exp(rng.normal(0, 0.4))
        levels = 255 * levels * np.exp(rng.normal(0, 0.12, 3)) * math.exp(rng.normal(0, 0.28)) + rng.normal(0, 14)
        table = np.clip(levels, 0, 255).astype(np.uint8)[:, None]
        return np.asarray(cv2.LUT(image, np.ascontiguousarray(table)), np.uint8)

    def _shadow(self, image: Image) -> Image:
        """Light that falls off, the edge of a shadow, or the bands of a flickering lamp."""
        rng, (height, width) = self._rng, image.shape[:2]
        draw = rng.random()
        x, y = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        if draw < 0.22:
            level = 1 + (x * np.float32(rng.normal()) + y * np.float32(rng.normal())) * 0.3
        elif draw < 0.34:
            angle, offset, soft = rng.uniform(0, 2 * math.pi), rng.uniform(-0.7, 0.7), math.exp(rng.uniform(0.5, 4.5))
            edge = x * np.float32(math.cos(angle)) + y * np.float32(math.sin(angle)) - np.float32(offset)
            level = 1 - rng.uniform(0.2, 0.7) / (1 + np.exp(np.clip(edge * np.float32(soft), -30, 30)))
        elif draw < 0.46:
            bands = np.sin(y * np.float32(rng.uniform(2, 25)) + np.float32(rng.uniform(0, 6.3)))
            level = np.broadcast_to(1 + np.float32(rng.uniform(0.1, 0.45)) * bands, (height, width))
        else:
            return image
        level = np.clip(level, 0.15, 2).astype(np.float32)
        return np.clip(image * level[..., None], 0, 255).astype(np.uint8)

    def _focus(self, image: Image, mildly: bool) -> Image:
        rng = self._rng
        draw = rng.random()
        if draw < 0.3:
            return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2 if mildly else 1.7)), np.uint8)
        if draw < 0.42:
            size = int(rng.integers(2, 4 if mildly else 7)) * 2 - 1
            line = np.zeros((size, size), np.float32)
            line[size // 2] = 1
            turn = cv2.getRotationMatrix2D((size // 2, size // 2), rng.uniform(0, 180), 1)
            line = np.asarray(cv2.warpAffine(line, turn, (size, size)), np.float32)
            return np.asarray(cv2.filter2D(image, -1, line / max(float(line.sum()), 0.1)), np.uint8)
        if draw < 0.54:
            return np.asarray(cv2.addWeighted(image, 2.0, cv2.GaussianBlur(image, (0, 0), 1.0), -1.0, 0), np.uint8)
        if draw < 0.64:
            height, width = image.shape[:2]
            share = rng.uniform(0.55 if mildly else 0.4, 0.9)
            small = cv2.resize(
                image, (max(8, int(width * share)), max(8, int(height * share))), interpolation=cv2.INTER_AREA
            )
            return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        return image

    def _sensor(self, image: Image) -> Image:
        rng, (height, width) = self._rng, image.shape[:2]
        if rng.random() < 0.55:
            top, left = rng.integers(0, GRAIN_SIZE - height), rng.integers(0, GRAIN_SIZE - width)
            grain = self._grain[top : top + height, left : left + width]
            if rng.random() < 0.5:
                grain = np.repeat(grain[..., :1], 3, axis=2)
            strength = rng.uniform(1, 12) / 32
            image = np.clip(image + strength * grain.astype(np.float32), 0, 255).astype(np.uint8)
        if rng.random() < 0.4:
            packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 95))])[1]
            image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return image
