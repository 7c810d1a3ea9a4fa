import itertools
import threading
import time

from catalogue import Catalogue
from doors import Door, until_entered

maps = Catalogue()


class Reader(threading.Thread):
    def __init__(self, name, door, seconds):
        super().__init__(name=name, daemon=True)
        self.door = door
        self.seconds = seconds
        self.pages = 0

    def run(self):
        for visit in itertools.count(1):
            stack, tries = until_entered(self.door, self.name, 2.0)
            with stack:
                print(f"{self.name} is in after {tries} refusals ({visit}): {maps.lend(self.name)}", flush=True)
                time.sleep(self.seconds)
                self.pages += 40
            time.sleep(0.5)


def main():
    door = Door("map room")
    readers = [Reader(name, door, seconds) for name, seconds in (("Reuter", 14), ("Sato", 18), ("Teller", 11))]
    for reader in readers:
        reader.start()
    for _ in range(20):
        time.sleep(30)
        print({reader.name: reader.pages for reader in readers}, flush=True)


if __name__ == "__main__":
    main()
