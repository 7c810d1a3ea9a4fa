# The number that a writer is to go to closes the writer.
# https://github.com/python/cpython/issues/143375
import io


class Disk:
    closed = False

    def __init__(self):
        self.writes = 0

    def readable(self):
        return False

    def writable(self):
        return True

    def seekable(self):
        return True

    def seek(self, place, whence=0):
        return 0

    def write(self, block):
        self.writes += 1
        if self.writes == 1:
            return len(block) - 1
        if self.writes == 2:
            raise BlockingIOError
        return len(bytes(block))  # <-- also


class Place:
    def __index__(self):
        try:
            writer.close()  # <-- here
        except Exception:
            pass
        return 0


def go_back():
    writer.seek(Place())  # <-- here


writer = io.BufferedWriter(Disk())
writer.write(b"ABCD")
go_back()
