# zoo: cause=heap-corruption signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]


class Handle:
    def __init__(self, value):
        self.value = value

    def close(self):
        libc.free(self.value)  # <-- here


Handle(0x7000_0000_1230).close()
