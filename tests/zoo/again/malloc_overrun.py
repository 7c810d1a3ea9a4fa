# zoo: cause=heap-corruption signal=SIGABRT settings=guard text=2000,malloc_overrun.py:19
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]


def fill(blocks, size):
    for block in blocks:
        ctypes.memset(block, 0x41, size)  # <-- here


def release(blocks):
    for block in blocks:
        libc.free(block)


blocks = [libc.malloc(2000) for _ in range(8)]
fill(blocks, 2048)
release(blocks)
