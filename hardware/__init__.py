"""Where frames come from. Start with `open_camera(url)` in `croupier.hardware.camera`."""
