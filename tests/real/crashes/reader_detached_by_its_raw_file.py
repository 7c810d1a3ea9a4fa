# A raw file detaches the reader that is just reading from it.
# https://github.com/python/cpython/issues/154997
import io


class Socket(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:4] = b"data"
        return 4

    def readall(self):
        return None

    def read(self, size=-1):
        try:
            reader.detach()
        except ValueError:
            pass
        return b"data"


class Reader(io.BufferedReader):
    def flush(self):
        if not self.detached:
            self.detached = True
            self.detach()  # <-- here


def close():
    reader.close()  # <-- here


reader = Reader(Socket())
reader.detached = False
close()
