"""Looks for quakes in what stations recorded."""

import concurrent.futures
import dataclasses

import numpy as np

from rolling import rolling_max, smoothed


@dataclasses.dataclass
class Record:
    station: str
    rate: int
    channels: np.ndarray

    @classmethod
    def made_up(cls, station, rate, seconds, chance):
        values = chance.integers(-900, 900, (rate * seconds, 3), dtype=np.int16)
        values[rate * seconds // 2] *= 10
        return cls(station, rate, values)

    def vertical(self):
        return self.channels[:, 2]


def loudest(record):
    """The loudest second of a record, and how loud it is."""
    values = np.abs(record.vertical())
    # With a high rate, windows overlap by nine tenths at least: every tenth of a second will do.
    step = record.rate // 10 if record.rate > 100 else 1
    seconds = rolling_max(values, record.rate, step)  # <-- here
    return record.station, int(seconds.argmax()) * step // record.rate, int(seconds.max())


def main():
    chance = np.random.default_rng(1)
    records = [
        Record.made_up("north", 50, 600, chance),
        Record.made_up("south", 100, 300, chance),
        Record.made_up("east", 400, 20_000, chance),
    ]
    print("calm", smoothed(records[0].vertical(), 50).max())
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="quakes") as pool:
        for station, second, value in pool.map(loudest, records):
            print(station, second, value, flush=True)


if __name__ == "__main__":
    main()
