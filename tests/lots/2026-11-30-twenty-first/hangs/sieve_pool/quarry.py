"""The quarry's desk: heaps come in by a queue, and are graded."""

import queue
import random
import signal
import threading
import time

from gravel_grader import Grader

HEAPS = [("north", 700), ("east", 900), ("north", 5200), ("west", 300)]


class Belt(threading.Thread):
    def __init__(self, heaps):
        super().__init__(name="belt", daemon=True)
        self.out = queue.Queue()
        self.heaps = heaps

    def run(self):
        chance = random.Random(3)
        for pit, count in self.heaps:
            time.sleep(0.4)
            self.out.put((pit, [chance.randrange(2, 64) for _ in range(count)]))
        self.out.put(None)


class Desk:
    def __init__(self, grader):
        self.grader = grader
        self.book = {}

    def take(self, pit, stones):
        found = self.grader.coarse(stones)
        self.book.setdefault(pit, []).append(found)
        print(f"{pit}: {found} of {len(stones)}", flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(SystemExit))
    belt = Belt(HEAPS)
    belt.start()
    desk = Desk(Grader(hands=3, heap=1000))
    while (heap := belt.out.get()) is not None:
        desk.take(*heap)
    print(desk.book)


if __name__ == "__main__":
    main()
