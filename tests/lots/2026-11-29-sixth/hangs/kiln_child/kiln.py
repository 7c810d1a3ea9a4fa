"""A kiln, which heats up in a process of its own."""

import multiprocessing
import threading
import time


class Kiln:
    def __init__(self, degrees):
        self.degrees = degrees
        self.hot = threading.Event()

    def heat(self):
        temperature = 20
        while temperature < self.degrees:
            time.sleep(0.01)
            temperature += 15
        self.hot.set()
        while True:
            time.sleep(0.5)

    def start(self):
        context = multiprocessing.get_context("fork")
        self.process = context.Process(target=self.heat, name="kiln", daemon=True)
        self.process.start()

    def wait_until_hot(self):
        self.hot.wait()
