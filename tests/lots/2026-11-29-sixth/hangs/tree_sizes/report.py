"""Reports how large some trees of folders are."""

import itertools
import threading
import time

from walker import Folder, Walker


def tree(depth, width, names=None):
    names = names or itertools.count()
    inner = [tree(depth - 1, width, names) for _ in range(width)] if depth else []
    return Folder(f"f{next(names)}", depth * 100 + 7, *inner)


def dots():
    while True:
        time.sleep(2)
        print(".", end="", flush=True)


def main():
    threading.Thread(target=dots, name="dots", daemon=True).start()
    for depth, width in ((1, 2), (2, 2), (4, 5)):
        walker = Walker(workers=3)
        print(depth, width, walker.total(tree(depth, width)), flush=True)


if __name__ == "__main__":
    main()
