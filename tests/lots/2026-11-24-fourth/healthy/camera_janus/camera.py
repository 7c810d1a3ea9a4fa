"""A camera that takes a picture every six seconds, in a thread."""

import itertools
import threading
import time


class Camera(threading.Thread):
    def __init__(self, pictures):
        super().__init__(name="camera", daemon=True)
        self.pictures = pictures

    def run(self):
        for number in itertools.count():
            time.sleep(6)
            self.pictures.put(f"picture {number}")
