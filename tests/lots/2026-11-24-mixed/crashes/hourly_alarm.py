"""Reads a slow device with a limit of time; the handler is put back afterwards."""

import contextlib
import signal
import time


class TooSlow(Exception):
    pass


@contextlib.contextmanager
def limit(seconds):
    def expired(number, frame):
        raise TooSlow

    before = signal.signal(signal.SIGALRM, expired)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def read_device():
    time.sleep(0.5)
    return 42


def average(count):
    values = []
    for _ in range(count):
        with limit(2):
            values.append(read_device())
    time.sleep(5)
    return sum(values) / len(values)


print(average(2))
