# zoo: cause=heap-corruption signal=SIGSEGV|SIGABRT
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]


def damage(block, size):
    ctypes.memset(block + size, 0xFF, 64)


def ask(sizes):
    for size in sizes:
        libc.malloc(size)  # <-- here


blocks = [libc.malloc(3000) for _ in range(6)]
libc.free(blocks[3])
sizes = [3000, 5000, 200_000, 3000, 700]
ask(sizes[:0])
damage(blocks[2], 3000)
ask(sizes)
