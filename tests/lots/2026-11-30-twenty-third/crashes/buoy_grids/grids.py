import contextlib
import os

import netCDF4
import numpy as np


def write(folder, number, size=200_000):
    path = os.path.join(folder, f"buoy{number}.nc")
    with contextlib.closing(netCDF4.Dataset(path, "w")) as data:
        data.createDimension("time", size)
        for name in ("height", "period"):
            variable = data.createVariable(name, "f8", ("time",), zlib=True, chunksizes=(500,))
            variable.units = "m" if name == "height" else "s"
            variable[:] = np.cumsum(np.random.default_rng(number).normal(size=size))
    return path


class Buoy:
    """One file of one buoy; each look opens it anew, as files are replaced at night."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path).partition(".")[0]

    @contextlib.contextmanager
    def opened(self):
        data = netCDF4.Dataset(self.path)
        try:
            yield data
        finally:
            data.close()

    def highest(self, start, stop):
        with self.opened() as data:
            return float(data["height"][start:stop].max())

    def size(self):
        with self.opened() as data:
            return len(data.dimensions["time"])

    def mean_period(self, start, stop):
        with self.opened() as data:
            return float(data["period"][start:stop].mean())
