import logging
import threading
import time
from collections import deque

log = logging.getLogger("rounds")


class Station:
    """Takes a reading each round; a reading that jumps is compared with the one of the next round."""

    def __init__(self, name, values, jump=6.0):
        self.name = name
        self.jump = jump
        self.values = deque(values)
        self.readings = []
        self.round = 0
        self.next_round = threading.Condition()

    def measure(self):
        with self.next_round:
            self.round += 1
            value = self.values[0]
            self.values.rotate(-1)
            self.next_round.notify_all()
        return self.round, value

    def visit(self):
        number, value = self.measure()
        if self.readings and abs(value - self.readings[-1]) > self.jump:
            log.info("%s: %.1f in round %d is looked at again", self.name, value, number)
            value = self.confirmed(number, value)
        self.readings.append(value)

    def confirmed(self, number, value):
        with self.next_round:
            self.next_round.wait_for(lambda: self.round > number)
            later = self.values[-1]
        return value if abs(later - value) < self.jump else later


class Heartbeat:
    def __init__(self):
        self.beats = 0

    def beat(self):
        self.beats += 1
        time.sleep(0.01)
