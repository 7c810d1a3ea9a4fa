"""@within(seconds): a function that takes longer is left by an exception."""

import functools
import signal


class TooLong(Exception):
    pass


def _too_long(signum, frame):
    raise TooLong


def within(seconds):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            before = signal.signal(signal.SIGALRM, _too_long)
            signal.alarm(seconds)
            try:
                return function(*args, **kwargs)
            finally:
                signal.signal(signal.SIGALRM, before)

        return wrapper

    return decorate
