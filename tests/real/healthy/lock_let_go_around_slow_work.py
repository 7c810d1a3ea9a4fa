# A thread lets its lock go around slow work, inside of the `with` that took it: another has it now.
import contextlib
import threading
import time

state = threading.Lock()
device = threading.Lock()


@contextlib.contextmanager
def unlocked(lock):
    lock.release()
    try:
        yield
    finally:
        lock.acquire()


def refresh():
    with state:
        with unlocked(state):
            time.sleep(0.6)
            with device:
                pass


def measure():
    with device:
        time.sleep(0.9)
        with state:
            pass


def save():
    time.sleep(0.3)
    state.acquire()
    try:
        time.sleep(120)
    finally:
        state.release()


threads = [threading.Thread(target=one) for one in (refresh, measure, save)]
for thread in threads:
    thread.start()
time.sleep(1.2)
print("READY", flush=True)
for thread in threads:
    thread.join()
