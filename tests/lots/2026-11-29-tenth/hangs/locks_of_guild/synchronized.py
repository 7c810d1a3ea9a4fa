"""@synchronized("name"): one lock for each name, taken for the time of a method."""

import functools
import threading

_locks = {}
_making = threading.Lock()


def lock_called(name):
    with _making:
        if name not in _locks:
            _locks[name] = threading.RLock()
        return _locks[name]


def synchronized(name):
    def decorate(method):
        @functools.wraps(method)
        def wrapper(*args, **kwargs):
            with lock_called(name):
                return method(*args, **kwargs)

        return wrapper

    return decorate
