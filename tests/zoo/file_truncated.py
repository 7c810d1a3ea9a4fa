# zoo: cause=file-truncated signal=SIGBUS needs=numpy names=readings first=yes
import os
import tempfile

import numpy as np


def total(readings):
    return readings.sum()  # <-- here


path = os.path.join(tempfile.mkdtemp(), "readings.bin")
np.ones(1_000_000).tofile(path)
readings = np.memmap(path, dtype=np.float64, mode="r")
print(total(readings))
os.truncate(path, 80_000)
print(total(readings))
