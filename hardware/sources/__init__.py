"""The kinds of camera, one module each. `croupier.hardware.camera.open_camera` picks among them."""
