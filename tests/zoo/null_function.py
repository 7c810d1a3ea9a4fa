# zoo: cause=bad-code-pointer signal=SIGSEGV core=yes first=yes
import ctypes

HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


def dispatch(table, event):
    handler = ctypes.cast(table[event], HANDLER)
    return handler(event)  # <-- here


libc = ctypes.CDLL(None)
table = (ctypes.c_void_p * 3)(ctypes.cast(libc.abs, ctypes.c_void_p).value, None, None)
print([dispatch(table, event) for event in range(3)])
