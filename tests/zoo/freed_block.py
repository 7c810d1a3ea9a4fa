# zoo: cause=use-after-free signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def run(size):
    block = libc.malloc(size)
    ctypes.memset(block, 1, size)
    libc.free(block)
    return ctypes.string_at(block, 32)  # <-- here


print(run(32 << 20))
