"""Waits for trams."""

import threading

from events import arrived, left


class Counter:
    def __init__(self):
        self.inside = 0
        arrived.connect(self.enter)
        left.connect(self.leave)

    def enter(self, line, tram):
        self.inside += 1

    def leave(self, line, tram):
        self.inside -= 1


def watch(tram, event):
    def on_arrival(line, tram=None, wanted=tram):
        if tram == wanted:
            event.set()

    arrived.connect(on_arrival)


def wait_for(tram):
    event = threading.Event()
    watch(tram, event)
    event.wait()
    return tram
