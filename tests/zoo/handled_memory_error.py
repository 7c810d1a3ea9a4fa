# zoo: cause=null-dereference signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)


def reserve():
    try:
        return bytearray(1 << 50)
    except MemoryError:
        return None


def length(name):
    return libc.strlen(name)  # <-- here


reserve()
print(length(b"abc"), length(None))
