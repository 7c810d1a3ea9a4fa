# An index into a mapped file closes the mapping.
# https://github.com/python/cpython/issues/103987
import mmap
import tempfile


class Place:
    def __index__(self):
        mapped.close()  # <-- here
        return 1


def read():
    return mapped[Place()]  # <-- here


with tempfile.TemporaryFile() as file:
    file.write(b"records" * 1000)
    file.flush()
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    print(read())
