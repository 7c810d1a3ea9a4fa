# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT
import ctypes

ALREADY_HELD, WAS_FREE = 0, 1


def leave(state):
    ctypes.pythonapi.PyGILState_Release(state)  # <-- here


state = ctypes.pythonapi.PyGILState_Ensure()
leave(state)
leave(WAS_FREE)
