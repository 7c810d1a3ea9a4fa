"""A slow cached_property, which three threads of a pool want: each waits its turn at its lock."""

import concurrent.futures
import functools
import time

import letters


class Land:
    def __init__(self, name):
        self.name = name

    @functools.cached_property
    def area(self):
        total = 0
        for part in self.name * 3:
            time.sleep(1)
            total += ord(part)
        return total


def page(land):
    return land.name, land.area


def main():
    spelling = letters.Letters()
    spelling.start()
    lands = [Land(spelling.add(name)) for name in ("Baden", "Hessen", "Tirol", "Savoy") * 4]
    print("letters:", spelling.common(4), flush=True)
    with concurrent.futures.ThreadPoolExecutor(3, "page") as pool:
        for name, area in pool.map(page, lands):
            print(name, area, flush=True)


if __name__ == "__main__":
    main()
