# zoo: cause=crash-at-exit signal=SIGSEGV|SIGABRT line=none first=yes
import ctypes

libc = ctypes.CDLL(None)
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@DESTRUCTOR
def close_log(_):
    print("closing")


libc.__cxa_atexit(close_log, None, None)
print("done")
