# hang: cause=deadlock confidence=certain|likely python=3.8-3.15 core=no
import multiprocessing
import os

lock = multiprocessing.Lock()


def work():
    lock.acquire()  # <-- here


with lock:  # <-- here
    pid = os.fork()
    if pid == 0:
        work()
        os._exit(0)
    print("READY", flush=True)
    os.waitpid(pid, 0)  # <-- here
