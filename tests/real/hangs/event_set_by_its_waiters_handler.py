# The handler of SIGTERM sets the event for which the main thread waits: set() waits until the one
# that it wakes has woken up, and that is below it on the same stack.
# https://github.com/python/cpython/issues/85772
import multiprocessing
import os
import signal
import threading


def stop(number, frame):
    stopped.set()  # <-- here


stopped = multiprocessing.Event()
signal.signal(signal.SIGTERM, stop)
print("READY", flush=True)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
stopped.wait()  # <-- also
print("stopped")
