import argparse
import contextlib
import time

import album

KEYS = ("year", "motif", "country")


@contextlib.contextmanager
def timed(what):
    began = time.perf_counter()
    yield
    print(f"{what}: {(time.perf_counter() - began) * 1000:.1f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", nargs="*", default=KEYS)
    options = parser.parse_args()
    collection = album.Album()
    collection.fill(album.LIST)
    print("worth", collection.value())
    for key in options.keys:
        with timed(key):
            for name, labels in collection.by(key).items():
                print(" ", name, "|", ", ".join(labels))


if __name__ == "__main__":
    main()
