import contextlib
import random
import tempfile
import threading
import time

from store import Store
import config


class Sensor(threading.Thread):
    def __init__(self, name, store):
        super().__init__(name=name, daemon=True)
        self.store = store
        self.chance = random.Random(name)

    def run(self):
        while True:
            time.sleep(0.05)
            self.store.put(self.name, self.chance.gauss(20, 3))


def show(store):
    while True:
        time.sleep(1)
        print({name: round(value, 1) for name, value in list(store.latest.items())}, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Store(folder)) as store:
        for name in ("attic", "cellar", "garden"):
            Sensor(name, store).start()
        threading.Thread(target=show, args=(store,), name="display", daemon=True).start()
        while True:
            time.sleep(2)
            store.forget("cellar")


if __name__ == "__main__":
    settings = config.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
