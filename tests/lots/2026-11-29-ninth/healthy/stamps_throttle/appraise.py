"""What are the series of the catalogue worth?"""

import logging
import time

from catalogue import archive, asking, value


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    shelves = archive.Archive()
    start = time.monotonic()
    with asking.desk() as executor:
        valuer = value.Valuer(shelves, executor)
        print("a wren:", executor.submit(valuer.price, "Wren").result(), flush=True)
        for name, worth in valuer.all(archive.SERIES):
            print(name, worth, flush=True)
    print(f"{shelves.asked} questions, {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main()
