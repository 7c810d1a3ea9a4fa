"""Two curators put the finds of a summer into drawers."""

import logging
import pathlib
import tempfile
import threading
import time

from tinydb import TinyDB, where

from labels import AGNES, BASIL, finds
from storage import TurnStorage

FINDS = {"agnes": finds(AGNES), "basil": finds(BASIL)}


class Drawers:
    def __init__(self, path, drawers):
        self.db = TinyDB(path, storage=TurnStorage)
        self.table = self.db.table("drawers", cache_size=0)
        self.table.insert_multiple({"drawer": number, "kinds": {}} for number in drawers)

    def put(self, kind, drawer, number):
        def add(document):
            kinds = document["kinds"]
            kinds[kind] = kinds.get(kind, 0) + int(number)

        self.table.update(add, where("drawer") == drawer)


class Curator(threading.Thread):
    def __init__(self, name, drawers, own):
        super().__init__(name=name)
        self.drawers = drawers
        self.finds = own

    def run(self):
        try:
            for find in self.finds:
                self.drawers.put(*find)
                logging.info("%s: %s", self.name, find[0])
                time.sleep(0.4)
        except ValueError as error:
            logging.warning("%s goes home: %s", self.name, error)


def main():
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        drawers = Drawers(pathlib.Path(folder) / "drawers.json", (1, 2, 3))
        curators = [Curator(name, drawers, own) for name, own in FINDS.items()]
        for curator in curators:
            curator.start()
        for curator in curators:
            curator.join()


if __name__ == "__main__":
    main()
