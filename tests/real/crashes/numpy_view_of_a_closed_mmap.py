# An array is made over a mapped file, then the mapping is closed under it.
# https://github.com/numpy/numpy/issues/9537
import mmap

import numpy as np

with open("samples.f4", "wb") as file:
    np.arange(4096, dtype="f4").tofile(file)


def load(path):
    with open(path, "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    samples = np.frombuffer(mapped, dtype="f4")
    mapped.close()
    return samples


samples = load("samples.f4")
loudest = samples.max()  # <-- here
print(loudest)
