"""What sensors on a plate measure; their places come in micrometres or in cells."""

import argparse
import threading
import time

import numpy as np
from plate import Plate


class Sensors:
    def __init__(self, plate, places):
        self.plate = plate
        self.places = np.asarray(places, dtype=np.int32)

    def measure(self):
        return self.plate.at(self.places)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=100_000)
    options = parser.parse_args()
    threading.Thread(target=time.sleep, args=(60,), name="cooler", daemon=True).start()
    plate = Plate(options.cells)
    plate.step()
    in_cells = Sensors(plate, [10, 5000, 99_000])
    print(in_cells.measure(), flush=True)
    in_micrometres = Sensors(plate, [10_000, 500_000_000, 990_000_000])
    print(in_micrometres.measure(), flush=True)


if __name__ == "__main__":
    main()
