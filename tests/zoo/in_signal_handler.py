# zoo: cause=null-dereference signal=SIGSEGV core=yes
import ctypes
import os
import signal
import time


def reload(number, frame):
    ctypes.string_at(1)  # <-- here


def serve():
    os.kill(os.getpid(), signal.SIGUSR1)
    time.sleep(5)


signal.signal(signal.SIGUSR1, reload)
serve()
