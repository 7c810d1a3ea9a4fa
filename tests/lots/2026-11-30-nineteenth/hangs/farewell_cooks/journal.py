"""What has to be said at the end, in one place. Imported first, so that it is said last."""

import atexit

_endings = []


def at_the_end(function):
    _endings.append(function)
    return function


def _run():
    while _endings:
        _endings.pop()()


atexit.register(_run)
