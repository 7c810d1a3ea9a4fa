import random
import threading
import time


class Simulation:
    """Customers in a queue; one clerk."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.waiting = []
        self.served = 0
        self.clock = 0.0

    def arrive(self):
        with self.lock:
            self.waiting.append(self.clock)

    def step(self):
        with self.lock:
            self.clock += self.random.expovariate(1)
            if self.waiting:
                self.waiting.pop(0)
                self.served += 1
            time.sleep(0.05)  # a picture is drawn
        return self.served


def arrivals(simulation, stop):
    while not stop.wait(0.05):
        simulation.arrive()
