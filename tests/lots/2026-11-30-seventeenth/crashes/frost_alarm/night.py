from contextlib import contextmanager

import frost
from orchard import Orchard


@contextmanager
def watched(callback):
    frost.start(callback)
    try:
        yield
    finally:
        frost.join()


def main():
    orchard = Orchard("South slope")
    with watched(orchard.reading):
        print("the night begins", flush=True)
    print(len(orchard.done), "readings")
    print("\n".join(orchard.diary.lines()))


if __name__ == "__main__":
    main()
