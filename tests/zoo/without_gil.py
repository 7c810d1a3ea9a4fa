# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT gil=needed first=yes
import ctypes

library = ctypes.CDLL(None)
library.PyErr_SetString.argtypes = [ctypes.py_object, ctypes.c_char_p]


def report(message):
    library.PyErr_SetString(ValueError, message.encode())  # <-- here


report("bad input")
