"""A rig in place of the board: a finger that presses the pins of a mock factory."""

import queue
import threading
import time

from gpiozero.pins.mock import MockFactory


class Finger(threading.Thread):
    def __init__(self, factory):
        super().__init__(name="finger", daemon=True)
        self.factory = factory
        self.presses = queue.Queue()
        self.done = threading.Semaphore(0)

    def press(self, pin, seconds):
        self.presses.put((pin, seconds))

    def run(self):
        while True:
            number, seconds = self.presses.get()
            pin = self.factory.pin(number)
            pin.drive_low()
            time.sleep(seconds)
            pin.drive_high()
            self.done.release()


def rig():
    factory = MockFactory()
    finger = Finger(factory)
    finger.start()
    return factory, finger
