"""Two readers of a gauge whose driver says when there is a new level."""

import threading
import time

from _gauge import lib


class Reader(threading.Thread):
    def __init__(self, name, limit):
        super().__init__(name=name)
        self.limit = limit

    def run(self):
        number = 0
        while number < 500:
            level = lib.gauge_wait(number)
            number = lib.gauge_number()
            if level > self.limit:
                print(time.strftime("%X"), self.name, number, round(level, 2), flush=True)


def main():
    lib.gauge_start(9)
    readers = [Reader("flood", 3.5), Reader("archive", 0)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()


if __name__ == "__main__":
    main()
