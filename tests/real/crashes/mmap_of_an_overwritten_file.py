# A mapped file is opened for writing again, which cuts it to nothing.
# https://github.com/python/cpython/issues/84897
import mmap
import os
import tempfile

path = os.path.join(tempfile.mkdtemp(), "table.bin")


def save(content):
    with open(path, "wb") as file:
        file.write(content)


def load():
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def checksum(table):
    return sum(table[:])  # <-- here


save(bytes(100_000))
table = load()
save(b"")
print(checksum(table))
