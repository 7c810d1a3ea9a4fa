"""A pottery: pots go into the kiln when it is hot."""

import contextlib
import signal
import sys

from kiln import Kiln


@contextlib.contextmanager
def burning(degrees):
    kiln = Kiln(degrees)
    kiln.start()
    try:
        kiln.wait_until_hot()
        yield kiln
    finally:
        kiln.process.terminate()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    for pot, degrees in (("bowl", 950), ("vase", 1240)):
        with burning(degrees):
            print("the", pot, "is in", flush=True)


if __name__ == "__main__":
    main()
