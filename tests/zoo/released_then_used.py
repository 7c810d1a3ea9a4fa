# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT
import ctypes

api = ctypes.pythonapi


def release_and_go_on():
    api.PyEval_SaveThread()  # <-- here
    return [str(n) for n in range(10)]


release_and_go_on()
