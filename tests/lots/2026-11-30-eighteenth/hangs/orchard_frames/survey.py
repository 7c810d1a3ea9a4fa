"""The survey of the orchard, over all processors."""

import logging
import threading
import time

import pandas as pd
from pandarallel import pandarallel

from trees import harvest


class Weather:
    def __init__(self):
        self.readings = 0
        threading.Thread(target=self.read, name="weather", daemon=True).start()

    def read(self):
        while True:
            self.readings += 1
            time.sleep(1)


def orchard(number):
    return pd.DataFrame({"tree": range(number), "age": [3 + tree % 20 for tree in range(number)]})


def survey(frame):
    frame["kilos"] = frame.parallel_apply(harvest, axis=1)
    return frame["kilos"].sum()


def main():
    logging.basicConfig(level=logging.INFO)
    weather = Weather()
    pandarallel.initialize(nb_workers=2, progress_bar=False, use_memory_fs=False, verbose=1)
    for name, number in (("upper", 60), ("lower", 150)):
        logging.info("%s: %.1f kg", name, survey(orchard(number)))
    logging.info("%d readings of the weather", weather.readings)


if __name__ == "__main__":
    main()
