"""Takes the list of spring into the catalogue; what came twice is amended."""

import threading
import time

from index import Catalogue
from lists import SPRING, entries

LIST = list(entries(SPRING))


class Kettle(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.7)


class Import:
    def __init__(self, catalogue):
        self.catalogue = catalogue
        self.seen = set()

    def take(self, writer, number, name, text):
        if number in self.seen:
            self.twice(number, name, text)
            return
        self.seen.add(number)
        writer.add_document(number=number, name=name, text=text)

    def twice(self, number, name, text):
        print("amended:", number, flush=True)
        self.catalogue.amend(number, name=name, text=text)

    def run(self, rows):
        with self.catalogue.edit() as writer:
            for entry in rows:
                self.take(writer, *entry)


def main():
    Kettle(daemon=True).start()
    catalogue = Catalogue()
    Import(catalogue).run(LIST[:3])
    catalogue.amend("103", name="Leek (blue)", text="sow in february, under glass")
    print(catalogue.find("sow"), flush=True)
    Import(catalogue).run(LIST)
    print(catalogue.find("green"), flush=True)


if __name__ == "__main__":
    main()
