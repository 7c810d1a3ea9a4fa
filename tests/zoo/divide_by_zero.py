# zoo: cause=integer-division-by-zero signal=SIGFPE core=yes first=yes
import ctypes

libc = ctypes.CDLL(None)


class Division(ctypes.Structure):
    _fields_ = [("quot", ctypes.c_int), ("rem", ctypes.c_int)]


libc.div.restype = Division


def pages(items, per_page):
    return libc.div(items, per_page).quot  # <-- here


print(pages(100, 10), pages(100, 0))
