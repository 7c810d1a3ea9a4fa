# zoo: cause=write-to-read-only signal=SIGSEGV
import ctypes

ctypes.pythonapi.Py_GetCopyright.restype = ctypes.c_void_p


def shout(address):
    for i in range(10):
        cell = ctypes.c_char.from_address(address + i)
        cell.value = cell.value.upper()  # <-- here


shout(ctypes.pythonapi.Py_GetCopyright())
