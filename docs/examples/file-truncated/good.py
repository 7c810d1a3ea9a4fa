"""Follow the readings that a sensor writes to a file, and put them away when there are many."""

import numpy as np

FILE = "readings.f32"


def put_away(readings):
    """Copy the readings to the archive, and begin the file anew."""
    with open("archive.f32", "ab") as archive:
        archive.write(readings.tobytes())
    open(FILE, "wb").close()


np.linspace(20, 25, 50_000, dtype=np.float32).tofile(FILE)
readings = np.memmap(FILE, dtype=np.float32, mode="r")
print("warmest", readings.max())
if len(readings) > 10_000:
    put_away(readings)
