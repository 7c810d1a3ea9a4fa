"""All signs of a street, painted by a pool of threads."""

import concurrent.futures
import contextlib
import logging
import sys

import signs


@contextlib.contextmanager
def workshop(path):
    painter = signs.Painter(path)
    with concurrent.futures.ThreadPoolExecutor(1, "painter") as pool:
        yield lambda wanted: pool.submit(painter.paint, wanted)
    print(len(painter.painted), "signs", flush=True)


def main():
    logging.basicConfig(level=logging.INFO)
    street = [
        signs.Sign("baker"),
        signs.Sign("cobbler", "POSIX"),
        signs.Sign("kebap", "tr_TR.utf-16"),
        signs.Sign("tailor"),
    ]
    with workshop(sys.argv[1]) as paint:
        for future in [paint(sign) for sign in street]:
            future.result()


if __name__ == "__main__":
    main()
