# zoo: cause=configuration signal=SIGFPE core=yes first=yes
import ctypes
import math

INVALID, OVERFLOW = 1, 8


def careful_library():
    libm = ctypes.CDLL("libm.so.6")
    libm.feenableexcept(INVALID | OVERFLOW)


def growth(rate, years):
    try:
        return math.exp(rate * years)  # <-- here
    except OverflowError:
        return math.inf


print(growth(100, 8))
careful_library()
print(growth(2, 8))
print(growth(100, 80))
