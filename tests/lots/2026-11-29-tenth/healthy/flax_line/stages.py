"""Stages of a line: each is a process, between queues that hold little."""

import multiprocessing
import time

END = None


class Stage(multiprocessing.Process):
    def __init__(self, name, work, source, sink):
        super().__init__(name=name)
        self.work = work
        self.source = source
        self.sink = sink

    def run(self):
        for bale in iter(self.source.get, END):
            self.sink.put(self.work(bale))
        self.sink.put(END)


def break_(bale):
    time.sleep(0.2)
    return bale + ["broken"]


def comb(bale):
    time.sleep(6)  # the slowest: all others wait for it
    return bale + ["combed"]


def spin(bale):
    time.sleep(1)
    return bale + ["spun"]
