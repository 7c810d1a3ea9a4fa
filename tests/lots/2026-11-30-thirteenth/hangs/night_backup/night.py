import logging
import pathlib
import tempfile
import threading
import time

from importer import Importer
from store import Store


class Watch(threading.Thread):
    """The light on the machine: on while the night is not over."""

    def __init__(self):
        super().__init__(name="watch", daemon=True)
        self.blinks = 0
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(0.5):
            self.blinks += 1


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    watch = Watch()
    watch.start()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        importer = Importer(Store(pathlib.Path(folder, "readings.sqlite")), folder)
        importer.run(["bay", "cape", "dune", "estuary"])
        logging.info("%d copies, %.1f s", len(importer.copies), time.perf_counter() - started)
    watch.over.set()


if __name__ == "__main__":
    main()
