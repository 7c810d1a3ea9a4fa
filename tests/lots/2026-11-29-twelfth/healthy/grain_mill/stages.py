"""Stages of a mill, each a process; between them are queues with little room."""

import logging
import multiprocessing
import time

log = logging.getLogger(__name__)
END = None


class Stage(multiprocessing.Process):
    def __init__(self, name, source, target, seconds):
        super().__init__(name=name)
        self.source = source
        self.target = target
        self.seconds = seconds

    def work(self, sack):
        time.sleep(self.seconds)
        return f"{sack}, {self.name}"

    def run(self):
        logging.basicConfig(level=logging.INFO, format=f"{self.name}: %(message)s")
        done = 0
        while (sack := self.source.get()) is not END:
            self.target.put(self.work(sack))
            done += 1
        self.target.put(END)
        log.info("%d sacks", done)


class Mill:
    def __init__(self, stages, room):
        self.queues = [multiprocessing.Queue(room) for _ in range(len(stages) + 1)]
        self.stages = [
            Stage(name, source, target, seconds)
            for (name, seconds), source, target in zip(
                stages.items(), self.queues, self.queues[1:]
            )
        ]

    def start(self):
        for stage in self.stages:
            stage.start()

    def put(self, sack):
        self.queues[0].put(sack)

    def get(self):
        return self.queues[-1].get()

    def join(self):
        for stage in self.stages:
            stage.join()
