"""A loop for coroutines made of generators: they yield what they wait for."""

import collections
import heapq
import itertools
import time


class Key:
    """Whoever has the key goes on; others stand in line."""

    def __init__(self):
        self.owner = None
        self.line = collections.deque()


class Sleep:
    def __init__(self, seconds):
        self.seconds = seconds


class Take:
    def __init__(self, key):
        self.key = key


class Give(Take):
    pass


class Loop:
    def __init__(self):
        self.ready = collections.deque()
        self.later = []
        self.order = itertools.count()

    def start(self, name, generator):
        self.ready.append((name, generator))

    def handle(self, task, wish):
        if isinstance(wish, Sleep):
            heapq.heappush(self.later, (time.monotonic() + wish.seconds, next(self.order), task))
        elif isinstance(wish, Give):
            wish.key.owner = wish.key.line.popleft() if wish.key.line else None
            if wish.key.owner:
                self.ready.append(wish.key.owner)
            self.ready.append(task)
        elif wish.key.owner is None:
            wish.key.owner = task
            self.ready.append(task)
        else:
            wish.key.line.append(task)

    def run(self):
        while self.ready or self.later:
            while not self.ready:
                due, _, task = self.later[0]
                if due > time.monotonic():
                    time.sleep(due - time.monotonic())
                heapq.heappop(self.later)
                self.ready.append(task)
            task = self.ready.popleft()
            wish = next(task[1], None)
            if wish is not None:
                self.handle(task, wish)
