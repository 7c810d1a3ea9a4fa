"""The camera of a microscope, in a thread of its own."""

import time

from PyQt6.QtCore import QObject, pyqtSignal


class Sensor:
    """What the maker's library does, in small."""

    def __init__(self, width=64, height=48):
        self.size = width, height
        self.exposure = 0.05
        self.number = 0

    def grab(self):
        time.sleep(self.exposure)
        self.number += 1
        width, height = self.size
        return self.number, bytes((self.number + at) % 256 for at in range(width * height))


class Camera(QObject):
    frame = pyqtSignal(int, bytes)
    finished = pyqtSignal()

    def __init__(self, sensor):
        super().__init__()
        self.sensor = sensor
        self.running = False

    def start(self):
        self.running = True
        while self.running:
            number, picture = self.sensor.grab()
            self.frame.emit(number, picture)
        self.finished.emit()

    def stop(self):
        self.running = False
