"""Cooks are processes; dishes are ordered through a pipe."""

import multiprocessing

from journal import at_the_end

MINUTES = {"soup": 0.2, "roast": 0.5, "cake": 0.3}


def cook(name, line):
    served = 0
    while True:
        order, *what = line.recv()
        if order == "home":
            line.send(served)
            return
        served += 1
        line.send((name, what[0], MINUTES[what[0]]))


class Cook:
    context = multiprocessing.get_context("spawn")

    def __init__(self, name):
        self.name = name
        self.line, theirs = self.context.Pipe()
        self.process = self.context.Process(target=cook, args=(name, theirs), name=name)
        self.process.start()
        at_the_end(self.go_home)

    def dish(self, what):
        self.line.send(("dish", what))
        return self.line.recv()

    def go_home(self):
        self.line.send(("home",))
        print(self.name, "served", self.line.recv(), flush=True)
        self.process.join()
