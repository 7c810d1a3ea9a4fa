# hang: cause=deadlock confidence=certain python=3.8-3.15
import functools
import threading
import time


def synchronized(lock):
    def decorate(function):
        @functools.wraps(function)
        def locked(*arguments):
            with lock:  # <-- here
                return function(*arguments)

        return locked

    return decorate


reading, writing = threading.RLock(), threading.RLock()


@synchronized(reading)
def read():
    time.sleep(0.2)
    return update()


@synchronized(writing)
def update():
    time.sleep(0.2)
    return flush()


@synchronized(reading)
def flush():
    return 1


print("READY", flush=True)
thread = threading.Thread(target=update, name="updater")
thread.start()
read()
