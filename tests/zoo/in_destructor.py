# zoo: cause=null-dereference signal=SIGSEGV
import ctypes


class Buffer:
    def __init__(self, address):
        self.address = address

    def __del__(self):
        ctypes.memset(self.address, 0, 64)  # <-- here


def scope():
    buffer = Buffer(None)
    return buffer.address


scope()
