"""Traces of a native engine, collected in Python."""

import collections

from compiled import compiled

bridge = compiled("bridge")


class Traces:
    def __init__(self, keep=1000):
        self.kept = collections.deque(maxlen=keep)
        self.count = 0

    def receive(self, number):
        self.kept.append(number)
        self.count += 1

    def start(self, milliseconds=1):
        bridge.start(self.receive, milliseconds)
