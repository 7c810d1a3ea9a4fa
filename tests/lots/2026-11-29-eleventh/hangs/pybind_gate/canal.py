"""A boat goes up the canal: pumps fill the lock, and the gate opens."""

import threading
import time

import gate


class Pump(threading.Thread):
    def __init__(self, name, chamber, litres):
        super().__init__(name=name, daemon=True)
        self.chamber = chamber
        self.litres = litres

    def run(self):
        for _ in range(20):
            time.sleep(0.05)
            self.chamber.fill(self.litres / 20)


def go_up(boat, locks):
    for number, litres in enumerate(locks, 1):
        chamber = gate.Gate(litres)
        for name in ("left pump", "right pump"):
            Pump(name, chamber, litres * 0.6).start()
        chamber.wait_until_level()
        print(boat, "has passed lock", number, chamber.level(), flush=True)


go_up("Rosa", (4000, 5500))
