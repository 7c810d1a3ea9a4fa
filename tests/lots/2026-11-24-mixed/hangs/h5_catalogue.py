"""Makes a catalogue of all datasets in a file; sums are computed in other threads."""

import concurrent.futures
import os
import tempfile

import h5py
import numpy as np


class Catalogue:
    def __init__(self, file):
        self.file = file
        self.pool = concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="sum")
        self.sums = {}

    def total(self, name):
        return float(self.file[name][...].sum())  # <-- here

    def visit(self, name, item):
        if isinstance(item, h5py.Dataset):
            self.sums[name] = self.pool.submit(self.total, name).result()  # <-- here

    def make(self):
        self.file.visititems(self.visit)  # <-- here
        return self.sums


def main():
    path = os.path.join(tempfile.mkdtemp(), "measured.h5")
    with h5py.File(path, "w") as file:
        for day in ("monday", "tuesday"):
            file.create_group(day)["volts"] = np.arange(1000.0)
    with h5py.File(path) as file:
        print(Catalogue(file).make())


main()
