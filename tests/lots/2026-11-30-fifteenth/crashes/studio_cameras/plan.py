"""The plan of a show: who is on air, and for how long."""

import contextlib

from studio import Camera, Mixer

SHOTS = """
total   12
desk    30
guest   20
desk    15
crane    8
total   10
"""


class Show:
    def __init__(self, cameras):
        self.cameras = {name: Camera(name, zoom) for name, zoom in cameras.items()}
        self.mixer = Mixer()
        self.live = self.cameras["total"]

    @contextlib.contextmanager
    def on_air(self):
        print("on air", flush=True)
        yield self
        print(f"off air after {self.mixer.air:.0f} s", flush=True)

    def camera(self, name):
        return self.cameras.get(name)

    def shoot(self, name, seconds):
        camera = self.camera(name)
        moved = self.mixer.cut(self.live, camera, seconds)
        self.live = camera
        return moved
