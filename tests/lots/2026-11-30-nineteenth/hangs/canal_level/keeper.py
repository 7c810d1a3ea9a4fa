"""The keeper of the lock lets the boats through in the order in which they came."""

import queue
import threading
import time

from basin import Basin
from boats import FLEET


class Pump(threading.Thread):
    """Brings water until there are three metres, and rests then."""

    def __init__(self, basin):
        super().__init__(name="pump", daemon=True)
        self.basin = basin

    def run(self):
        while True:
            if self.basin.level < 3:
                self.basin.raise_by(0.2)
            time.sleep(0.5)


class Pilot(threading.Thread):
    def __init__(self, basin, boats, log):
        super().__init__(name="pilot")
        self.basin, self.boats, self.log = basin, boats, log

    def run(self):
        while (boat := self.boats.get()) is not None:
            with self.basin.passage(boat) as level:
                boat.pass_through()
                self.log.append(f"{boat.name} at {level:.1f}")
                print(self.log[-1], flush=True)


class Tablet(threading.Thread):
    """Shows the level to those who wait ashore."""

    def __init__(self, basin):
        super().__init__(name="tablet", daemon=True)
        self.basin = basin
        self.shown = None

    def run(self):
        while True:
            with self.basin.changed:
                self.shown = f"{self.basin.level:.1f} m, {len(self.basin.inside)} inside"
            time.sleep(1.1)


def main():
    basin, boats, log = Basin(1.2), queue.Queue(), []
    pilot = Pilot(basin, boats, log)
    pilot.start()
    for boat in FLEET:
        boats.put(boat)
    Pump(basin).start()
    Tablet(basin).start()
    boats.put(None)
    pilot.join()
    print(len(log), "boats", flush=True)


if __name__ == "__main__":
    main()
