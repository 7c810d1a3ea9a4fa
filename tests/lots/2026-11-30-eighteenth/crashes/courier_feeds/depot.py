import logging
import random
import threading

from feed import Feed

log = logging.getLogger("depot")

HEAD = """<?xml version="1.0"?>
<!DOCTYPE feed [
  <!ENTITY morning SYSTEM "morning.xml">
  <!ENTITY noon SYSTEM "noon.xml">
]>
<feed><tour>&morning;</tour><tour>&noon;</tour></feed>
"""

FILES = {
    "morning.xml": "<stops><stop>Mill Lane</stop> <stop>Quay 4</stop></stops>",
    "noon.xml": "<stops><stop>Old Post</stop></stops>",
}


class Labels:
    """Pictures of labels, of some hundred bytes each."""

    def __init__(self, seed=4):
        self.rng = random.Random(seed)
        self.kept = []

    def draw(self, number):
        for _ in range(number):
            self.kept.append(bytearray(b"\xff" * self.rng.randrange(560, 1600)))


class Depot(threading.Thread):
    def __init__(self, heads):
        super().__init__(name="depot")
        self.heads = heads
        self.labels = Labels()
        self.tours = {}

    def run(self):
        for number, head in enumerate(self.heads):
            feed = Feed(head)
            self.labels.draw(4000)
            for name, part in feed.parts.items():
                self.tours[number, name] = part.read(FILES[name])
                log.info("%d %s: %s", number, name, self.tours[number, name])


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    depot = Depot([HEAD] * 20)
    depot.start()
    depot.join()
    print(len(depot.tours), "tours")


if __name__ == "__main__":
    main()
