"""Small helpers for all of the studies."""

import functools
import time
from collections import defaultdict

SPENT = defaultdict(float)
CALLS = defaultdict(int)


def measured(function):
    """Add up how long each function takes, for the report at the end."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        begun = time.perf_counter()
        result = function(*args, **kwargs)
        SPENT[function.__name__] += time.perf_counter() - begun
        CALLS[function.__name__] += 1
        return result

    return wrapper


def report():
    for name in sorted(SPENT, key=SPENT.get, reverse=True):
        print(f"{name:20} {CALLS[name]:6} calls {SPENT[name]:8.3f} s")
