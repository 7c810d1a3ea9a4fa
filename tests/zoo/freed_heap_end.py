# zoo: cause=use-after-free signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def run(size):
    libc.free(libc.malloc(size))  # from now on, blocks of that size come from the heap
    blocks = [libc.malloc(size) for _ in range(4)]
    for block in blocks:
        ctypes.memset(block, 1, size)
        libc.free(block)
    return ctypes.string_at(blocks[-1], 32)  # <-- here


print(run(1 << 20))
