"""The ONNX models that read dice, with their manifest and card. `workshop` is how they, and the samples, are made."""
