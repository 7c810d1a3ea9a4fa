# zoo: cause=integer-division-by-zero signal=SIGFPE core=yes
import ctypes


class Quotient(ctypes.Structure):
    _fields_ = [("quotient", ctypes.c_long), ("rest", ctypes.c_long)]


libc = ctypes.CDLL(None)
libc.ldiv.restype = Quotient
libc.ldiv.argtypes = [ctypes.c_long, ctypes.c_long]


def negate(number):
    return libc.ldiv(number, -1).quotient  # <-- here


print(negate(5), negate(-(2**63)))
