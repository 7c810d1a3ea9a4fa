# zoo: cause=null-dereference signal=SIGSEGV
import ctypes


class Header(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("flags", ctypes.c_int), ("next", ctypes.c_void_p)]


def walk(handle):
    header = ctypes.cast(handle, ctypes.POINTER(Header))
    return header.contents.flags  # <-- here


print(walk(42))
