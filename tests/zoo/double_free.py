# zoo: cause=heap-corruption signal=SIGABRT core=yes first=yes
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]


def release(handles):
    for handle in handles:
        libc.free(handle)  # <-- here


handle = libc.malloc(100)
release([handle, handle])
