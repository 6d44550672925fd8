"""The ONNX models that read dice, with their manifest and card. `workshop` is how they, and the samples, are made."""

import os

TELLS_NOBODY = {"ORT_DISABLE_TELEMETRY": "1"}
"""onnxruntime, from 1.32 on, keeps a number of its own for each user and reports to its maker, as soon as it is loaded.
What Croupier loads does not: this is in the surroundings before anybody can load it."""

os.environ.update(TELLS_NOBODY)
