# zoo: cause=integer-division-by-zero signal=SIGFPE text=-1
import ctypes

libc = ctypes.CDLL(None)
libc.ldiv.argtypes = [ctypes.c_long, ctypes.c_long]


def mirror(values):
    for value in values:
        libc.ldiv(value, -1)  # <-- here


mirror([5, 2**63 - 1, -(2**63)])
