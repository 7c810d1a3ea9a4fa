import functools
import random
import time


def retry(first, most, *errors):
    """Again and again, with pauses that grow up to `most` seconds."""
    def wrap(function):
        @functools.wraps(function)
        def inner(*args):
            pause = first
            while True:
                try:
                    return function(*args)
                except errors as error:
                    print(function.__name__, error, f"again in {pause:.1f} s", flush=True)
                    time.sleep(pause * random.uniform(0.9, 1.1))
                    pause = min(most, 2 * pause)
        return inner
    return wrap
