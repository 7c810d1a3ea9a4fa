# Each file that cannot be read gives back a None too many; at the end there is none left.
# https://github.com/lief-project/LIEF/issues/1149
import os
import tempfile

import lief

lief.logging.disable()


def read(path):
    return lief.parse(path)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "noise.bin")
    with open(path, "wb") as file:
        file.write(bytes(range(256)) * 4)
    for _ in range(5000):
        read(path)
print("done")
