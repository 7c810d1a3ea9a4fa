"""python -m loom_order, or the folder: weaves the lots of a day."""

import contextlib
import threading
import time

from engine import Engine

LOTS = [
    {"name": "L1", "kilos": 20, "colour": "madder"},
    {"name": "L2", "kilos": 35, "colour": "woad"},
    {"name": "L3", "kilos": 12, "colour": "natural"},
    {"name": "L4", "kilos": 18, "colour": "weld"},
]


def bell():
    while True:
        time.sleep(0.5)


def main():
    threading.Thread(target=bell, name="bell", daemon=True).start()
    with contextlib.closing(Engine()) as engine:
        for lot in LOTS:
            print(lot["name"], engine.run(lot)["metres"], flush=True)


if __name__ == "__main__":
    main()
