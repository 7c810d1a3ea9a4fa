import os
import struct
import threading
import time


class Camera(threading.Thread):
    """Stands in for the camera: frames come over a pipe, each with its size before it."""

    def __init__(self, count, pause=0.05):
        super().__init__(name="camera", daemon=True)
        self.count = count
        self.pause = pause
        self.reading, self.writing = os.pipe()
        self.warm = threading.Event()

    def run(self):
        for number in range(self.count):
            picture = bytes([number % 256]) * (200 + 10 * number)
            os.write(self.writing, struct.pack("=I", len(picture)) + picture)
            if number == 2:
                self.warm.set()
            if number >= 2:
                time.sleep(self.pause)
        os.close(self.writing)
