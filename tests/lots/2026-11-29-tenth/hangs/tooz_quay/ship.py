"""One ship: it takes what it needs in the order in which it comes by."""

import sys
import time

from quays import Harbour


def unload(harbour, first, second):
    with harbour.using(first):
        time.sleep(0.8)
        with harbour.using(second):
            time.sleep(0.2)


def main(folder, name, first, second):
    harbour = Harbour(folder, name)
    unload(harbour, first, second)
    harbour.leave()
    print(name, "is unloaded", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
