# zoo: cause=heap-corruption signal=SIGABRT
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.realloc.restype = ctypes.c_void_p
libc.realloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


def grow(block, size):
    return libc.realloc(block, size)  # <-- here


block = libc.malloc(5000)
ctypes.memset(block - 8, 0x41, 8)
grow(block, 50000)
