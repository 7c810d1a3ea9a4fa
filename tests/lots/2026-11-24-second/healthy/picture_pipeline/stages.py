"""Stages of a pipeline, each a thread, with short queues between them."""

import queue
import threading


class Stage(threading.Thread):
    def __init__(self, name, function, source, most=2):
        super().__init__(name=name, daemon=True)
        self.function = function
        self.source = source
        self.out = queue.Queue(maxsize=most)
        self.done = 0

    def run(self):
        while (item := self.source.get()) is not None:
            self.out.put(self.function(item))
            self.done += 1
        self.out.put(None)


def pipeline(source, **functions):
    stages = []
    for name, function in functions.items():
        stages.append(Stage(name, function, stages[-1].out if stages else source))
    for stage in stages:
        stage.start()
    return stages
