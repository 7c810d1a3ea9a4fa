# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT core=yes
import ctypes

swap = ctypes.pythonapi.PyThreadState_Swap
swap.argtypes = [ctypes.c_void_p]
swap.restype = ctypes.c_void_p


def enter_other_interpreter():
    swap(None)  # <-- here


enter_other_interpreter()
