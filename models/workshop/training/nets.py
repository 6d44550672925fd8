"""The two networks: a finder of top faces and a namer of flattened crops. Plain 3×3 convolutions: CPUs like them."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

MAPS = 12
"""What the finder tells of each cell; see `croupier.vision.learned.find.decode`."""
FACES = 10
"""1…6, plus, minus, blank, not a top face."""
EMBEDDING = 64
SHARPNESS = 12.0
"""How far apart the logits of two opposite embeddings are, halved: faces are told apart by angles alone."""


def _layer(taken: int, given: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(taken, given, size, stride, size // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(given), nn.ReLU(inplace=True))


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _layer(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """(N, 3, H, W) pictures 0…1 → (N, `MAPS`, H/4, W/4); about 0.9 GMAC for 320×320."""

    def __init__(self, w2: int = 16, w4: int = 32, w8: int = 48, w16: int = 96) -> None:
        super().__init__()
        self.to2 = _layer(3, w2, stride=2)
        self.to4 = nn.Sequential(_layer(w2, w4, stride=2), _Residual(w4))
        self.to8 = nn.Sequential(_layer(w4, w8, stride=2), _Residual(w8), _Residual(w8), _Residual(w8))
        self.to16 = nn.Sequential(_layer(w8, w16, stride=2), _Residual(w16), _Residual(w16), _Residual(w16))
        # Half a die away decides which face is the top: the coarsest level sees 200 px around.
        self.to32 = nn.Sequential(_layer(w16, w16, stride=2), _Residual(w16), _Residual(w16))
        self.from32 = _layer(w16, w16, 1)
        self.from16 = _layer(w16, w8, 1)
        self.at8 = _Residual(w8)
        self.from8 = _layer(w8, w4, 1)
        self.at4 = _Residual(w4)
        self.head = _layer(w4, 48)
        self.maps = nn.Conv2d(48, MAPS, 1)
        nn.init.zeros_(self.maps.bias)  # type: ignore[arg-type]
        with torch.no_grad():
            self.maps.bias[:2] = -4.0  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        at4 = self.to4(self.to2(x))
        at8 = self.to8(at4)
        at16 = self.to16(at8)
        at16 = at16 + _double(self.from32(self.to32(at16)))
        at8 = self.at8(at8 + _double(self.from16(at16)))
        at4 = self.at4(at4 + _double(self.from8(at8)))
        return self.maps(self.head(at4))  # type: ignore[no-any-return]


class Namer(nn.Module):
    """(N, 3, 64, 64) near and wide crops 0…1 → (N, `FACES`) logits and (N, `EMBEDDING`) of length 1."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            _layer(3, 24, stride=2),
            _layer(24, 48, stride=2),
            _Residual(48),
            _layer(48, 96, stride=2),
            _Residual(96),
            _Residual(96),
            _layer(96, 160, 1),
        )
        self.wide = nn.Sequential(
            _layer(3, 16, stride=2),
            _layer(16, 32, stride=2),
            _Residual(32),
            _layer(32, 64, stride=2),
            _Residual(64),
            _layer(64, 64, stride=2),
        )
        self.embed = nn.Linear(160 + 64, EMBEDDING)
        self.faces = nn.Linear(EMBEDDING, FACES, bias=False)

    def forward(self, near: Tensor, wide: Tensor) -> tuple[Tensor, Tensor]:
        seen = torch.cat([self.near(near).mean((2, 3)), self.wide(wide).mean((2, 3))], dim=1)
        embedding = functional.normalize(self.embed(seen), dim=1)
        logits = SHARPNESS * functional.linear(embedding, functional.normalize(self.faces.weight, dim=1))
        return logits, embedding


def pictures(shown: np.ndarray) -> Tensor:
    """(N, H, W, 3) bytes as the networks take them: (N, 3, H, W) 0…1."""
    x = torch.from_numpy(shown).permute(0, 3, 1, 2).float().div_(255)
    return x.contiguous(memory_format=torch.channels_last)


def _double(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
