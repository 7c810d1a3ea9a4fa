"""The loop. Puppets yield what they wait for: a time, or a cue."""

import collections
import heapq
import itertools
import threading
import time


class Cue:
    def __init__(self, name):
        self.name = name
        self.waiting = []

    def __repr__(self):
        return f"<cue {self.name}>"


class Loop:
    def __init__(self):
        self.ready = collections.deque()
        self.later = []
        self.numbers = itertools.count()
        self.alive = 0
        self.wake = threading.Condition()

    def add(self, puppet):
        self.alive += 1
        self.ready.append(puppet)

    def give(self, cue):
        """From any thread: those who wait for the cue go on."""
        with self.wake:
            self.ready.extend(cue.waiting)
            cue.waiting.clear()
            self.wake.notify()

    def step(self, puppet):
        try:
            wish = next(puppet)
        except StopIteration:
            self.alive -= 1
            return
        if isinstance(wish, Cue):
            wish.waiting.append(puppet)
        else:
            heapq.heappush(self.later, (time.monotonic() + wish, next(self.numbers), puppet))

    def rest(self):
        """Until something is ready."""
        with self.wake:
            while not self.ready:
                if not self.later:
                    self.wake.wait()
                    continue
                left = self.later[0][0] - time.monotonic()
                if left <= 0:
                    self.ready.append(heapq.heappop(self.later)[2])
                else:
                    self.wake.wait(left)

    def run(self):
        while self.alive:
            self.rest()
            self.step(self.ready.popleft())
