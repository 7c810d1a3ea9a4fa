"""A small scheduler on generators: who yields a number sleeps that long, who yields another waits for it."""

import heapq
import itertools
import time


class Activity:
    def __init__(self, name, generator):
        self.name = name
        self.generator = generator
        self.waiters = []
        self.done = False


class Scheduler:
    def __init__(self):
        self.due = []
        self.count = itertools.count()

    def start(self, name, generator, after=0):
        activity = Activity(name, generator)
        self.at(time.monotonic() + after, activity)
        return activity

    def at(self, when, activity):
        heapq.heappush(self.due, (when, next(self.count), activity))

    def step(self, activity):
        try:
            wanted = next(activity.generator)
        except StopIteration:
            activity.done = True
            for waiter in activity.waiters:
                self.at(time.monotonic(), waiter)
            return
        if isinstance(wanted, Activity):
            if wanted.done:
                self.at(time.monotonic(), activity)
            else:
                wanted.waiters.append(activity)
        else:
            self.at(time.monotonic() + wanted, activity)

    def run(self):
        while self.due:
            when, _, activity = heapq.heappop(self.due)
            while (rest := when - time.monotonic()) > 0:
                time.sleep(rest)
            self.step(activity)
