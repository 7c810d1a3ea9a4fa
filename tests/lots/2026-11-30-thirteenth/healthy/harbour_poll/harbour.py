"""Ships announce themselves through a pipe; the pilots take turns at reading it."""

import os
import random
import signal
import threading
import time

from _mailbox import take


def ships(write):
    rng = random.Random(1)
    for number in range(1000):
        time.sleep(rng.uniform(6, 9))
        os.write(write, f"ship {number}".encode())


class Pilot(threading.Thread):
    def __init__(self, name, read, turn):
        super().__init__(name=name, daemon=True)
        self.read = read
        self.turn = turn

    def run(self):
        while True:
            with self.turn:
                ship = take(self.read)
            print(time.strftime("%X"), self.name, "takes", ship.decode(), flush=True)
            time.sleep(2)


def main():
    read, write = os.pipe()
    turn = threading.Lock()
    for name in ("Ohm", "Petersen", "Quist"):
        Pilot(name, read, turn).start()
    threading.Thread(target=ships, args=(write,), daemon=True, name="ships").start()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    while True:
        signal.pause()


if __name__ == "__main__":
    main()
