# zoo: cause=bad-code-pointer signal=SIGSEGV core=yes
import ctypes


def dispatch(handlers, event):
    return ctypes.CFUNCTYPE(ctypes.c_int)(handlers[event])()  # <-- here


dispatch({"start": 0x6F70656E5F676174}, "start")
