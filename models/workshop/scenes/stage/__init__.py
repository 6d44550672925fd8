"""The stage: values of a training scene, its solids, its light in GLSL, and the camera that takes the picture."""
