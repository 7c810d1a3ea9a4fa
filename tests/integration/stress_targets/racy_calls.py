"""Callables that are not thread-safe, each in a way of its own; and callables that fail anyway."""

import ctypes
import os
import threading
import time


class Recogniser:
    """Of racy.c, through ctypes, which lets go of the GIL."""

    def __init__(self):
        library = ctypes.CDLL(os.environ["RACY_LIBRARY"])
        library.recogniser_new.restype = ctypes.c_void_p
        library.recogniser_run.restype = ctypes.c_double
        library.recogniser_run.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
        self._library = library
        self._handle = library.recogniser_new()
        self._lock = threading.Lock()

    def run(self, samples):
        return self._library.recogniser_run(self._handle, samples, len(samples))

    def run_locked(self, samples):
        with self._lock:
            return self._library.recogniser_run(self._handle, samples, len(samples))


def make_recogniser():
    return Recogniser(), (ctypes.c_double * 500)(*range(500))


class Catalogue:
    """Made at its first use, by whoever comes first: two may."""

    def __init__(self):
        self._entries = None

    def add(self):
        if self._entries is None:
            self._entries = [following(number) for number in range(3)] and []
        self._entries.append(1)


def make_catalogue():
    return (Catalogue(),)


def following(value):
    return value + 1


class Counter:
    """Reads, calls, writes: updates get lost."""

    def __init__(self):
        self.value = 0

    def add(self):
        value = self.value
        self.value = following(value)
        return value

    def add_silently(self):
        self.value = following(self.value)


def make_counter():
    return Counter()


class Crossed:
    """Takes two locks, now in one order, now in the other."""

    def __init__(self):
        self.first, self.second = threading.Lock(), threading.Lock()
        self.calls = 0

    def go(self):
        self.calls += 1
        pair = (self.first, self.second) if self.calls % 2 else (self.second, self.first)
        with pair[0]:
            time.sleep(0.0002)
            with pair[1]:
                pass


def make_crossed():
    return Crossed()


def numbers():
    number = 0
    while True:
        yield number
        number += 1


def advance(generator):
    return next(generator)


def crash():
    return ctypes.string_at(8)


def refuse():
    raise LookupError("no such model")


def stop():
    os._exit(3)


def belongs_to(owner):
    if threading.get_ident() != owner:
        raise RuntimeError("made in another thread")


def this_thread():
    return threading.get_ident()


def thread_name():
    return threading.current_thread().name


async def waits():
    return 1


def yields():
    yield 1


def talks():
    print("chatter")


def told_time():
    return {"now": time.time(), "unit": "s"}


def wants_one(value):
    return value


def cannot_set_up():
    raise OSError("no model file")


if __name__ == "__main__":
    raise AssertionError("the __main__ block must not be run")
