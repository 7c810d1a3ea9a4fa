"""A camera tells by a signal that its shutter is open; the program then reads the picture."""

import os
import signal
import threading
import time


class Camera(threading.Thread):
    def __init__(self):
        super().__init__(name="camera", daemon=True)
        self.exposures = 0
        self.open = threading.Event()

    def run(self):
        while True:
            self.open.wait()
            self.open.clear()
            time.sleep(0.3)
            self.exposures += 1
            os.kill(os.getpid(), signal.SIGUSR1)


class Viewer:
    def __init__(self, camera):
        self.camera = camera
        self.pictures = []
        signal.signal(signal.SIGUSR1, self.on_shutter)

    def on_shutter(self, *_):
        self.pictures.append(self.camera.exposures)

    def calibrate(self):
        until = time.monotonic() + 0.6
        while time.monotonic() < until:
            sum(range(1000))

    def take(self):
        self.camera.open.set()
        self.calibrate()
        signal.pause()
        return self.pictures[-1]


def main():
    camera = Camera()
    camera.start()
    viewer = Viewer(camera)
    for _ in range(3):
        print("picture", viewer.take(), flush=True)


if __name__ == "__main__":
    main()
