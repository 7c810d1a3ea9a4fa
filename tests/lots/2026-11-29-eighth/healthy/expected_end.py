"""Retries with longer pauses until its time is over, and ends by an exception that is expected."""

import contextlib
import sys
import threading
import time


class Unreachable(Exception):
    pass


@contextlib.contextmanager
def exit_code(kinds):
    try:
        yield
    except tuple(kinds) as error:
        print("gave up:", error, file=sys.stderr)
        sys.exit(kinds[type(error)])


def ask(attempt):
    if attempt < 99:
        raise Unreachable(f"attempt {attempt}")


def retry(seconds):
    end = time.monotonic() + seconds
    for attempt in range(100):
        try:
            return ask(attempt)
        except Unreachable:
            if time.monotonic() > end:
                raise
            time.sleep(min(3, 0.2 * 2**attempt))


if __name__ == "__main__":
    threading.Thread(target=time.sleep, args=[60], daemon=True, name="clock").start()
    with exit_code({Unreachable: 69, ValueError: 65}):
        retry(16)
