"""Flax becomes yarn: a line of three processes, fed by a thread, and a foreman who counts."""

import logging
import multiprocessing
import threading
import time

from stages import END, Stage, break_, comb, spin

log = logging.getLogger("line")


class Line:
    def __init__(self, works, room=2):
        self.queues = [multiprocessing.Queue(room) for _ in range(len(works) + 1)]
        self.stages = [
            Stage(work.__name__.strip("_"), work, source, sink)
            for work, source, sink in zip(works, self.queues, self.queues[1:])
        ]

    def __enter__(self):
        for stage in self.stages:
            stage.start()
        return self

    def __exit__(self, *error):
        for stage in self.stages:
            stage.join()

    def feed(self, bales):
        for number in range(bales):
            self.queues[0].put([number])
        self.queues[0].put(END)

    def __iter__(self):
        return iter(self.queues[-1].get, END)


class Foreman(threading.Thread):
    """Looks at the clock each five seconds."""

    def __init__(self):
        super().__init__(name="foreman", daemon=True)
        self.spun = 0

    def run(self):
        while True:
            time.sleep(5)
            log.info("%d bales are spun", self.spun)


def main():
    logging.basicConfig(level=logging.INFO)
    foreman = Foreman()
    with Line([break_, comb, spin]) as line:
        threading.Thread(target=line.feed, args=(20,), name="feeder").start()
        foreman.start()
        for bale in line:
            foreman.spun += 1
            print(*bale, flush=True)


if __name__ == "__main__":
    main()
