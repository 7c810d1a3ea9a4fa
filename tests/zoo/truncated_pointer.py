# zoo: cause=wild-pointer signal=SIGSEGV first=yes
import ctypes

libc = ctypes.CDLL(None)


def make_block(size):
    block = libc.malloc(size)
    libc.memset(block, 0, size)  # <-- here
    return block


print(make_block(64 * 1024 * 1024))
