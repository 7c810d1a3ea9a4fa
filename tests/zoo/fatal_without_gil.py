# zoo: cause=gil-not-held signal=SIGABRT|SIGSEGV first=yes
import ctypes

library = ctypes.CDLL(None)


def nap(seconds):
    state = library.PyEval_SaveThread()  # <-- here
    ctypes.CDLL(None).usleep(int(seconds * 1e6))
    library.PyEval_RestoreThread(state)


nap(0.01)
