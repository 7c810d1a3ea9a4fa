# zoo: cause=null-dereference signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.fgetc.argtypes = [ctypes.c_void_p]


def first_byte(path):
    stream = libc.fopen(path.encode(), b"r")
    return libc.fgetc(stream)  # <-- here


print(first_byte("/nonexistent/settings.ini"))
