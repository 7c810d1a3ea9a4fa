"""Writes down the flashes, each of which is waited for under the log's lock."""

import threading

from lighthouse import Lighthouse, uptime


class Log:
    def __init__(self):
        self.lock = threading.Lock()
        self.lines = []

    def follow(self, house):
        while True:
            with self.lock:
                self.lines.append(house.next_flash().wait(timeout=None))
                print(self.lines[-1], flush=True)


def main():
    uptime().wait(timeout=5)
    log = Log()
    readers = []
    for name, pause in (("north", 6), ("south", 7)):
        house = Lighthouse(name, pause)
        house.start()
        readers.append(threading.Thread(target=log.follow, args=(house,), name=name))
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()


if __name__ == "__main__":
    main()
