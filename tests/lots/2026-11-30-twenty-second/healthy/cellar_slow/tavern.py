import itertools
import logging
import random
import threading
import time

from cellar import Cellar

WINES = ["Riesling", "Gamay", "Cinsault", "Aligote", "Savagnin"]
log = logging.getLogger("tavern")


class Guest(threading.Thread):
    def __init__(self, name, cellar, thirst, seed):
        super().__init__(name=name)
        self.cellar = cellar
        self.thirst = thirst
        self.rng = random.Random(seed)

    def run(self):
        for _ in range(self.thirst):
            label = self.rng.choice(WINES)
            left = self.cellar.glass(label)
            log.info("%s drinks %s, %d glasses are left", self.name, label, left)
            time.sleep(0.5)


class Host:
    """Looks into the cellar now and then; has to wait as the guests do."""

    def __init__(self, cellar):
        self.cellar = cellar
        self.closing = threading.Event()
        self.looks = itertools.count(1)
        self.thread = threading.Thread(target=self._walk, name="host", daemon=True)

    def _walk(self):
        while not self.closing.wait(10):
            log.info("look %d: %s", next(self.looks), ", ".join(self.cellar.listing()))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.closing.set()
        self.thread.join()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cellar = Cellar(seconds=7)
    with Host(cellar):
        guests = [Guest(name, cellar, 9, seed) for seed, name in enumerate(("Ida", "Per", "Jan", "Mia"))]
        for guest in guests:
            guest.start()
        for guest in guests:
            guest.join()
    print(len(cellar.emptied), "decanters were emptied")


if __name__ == "__main__":
    main()
