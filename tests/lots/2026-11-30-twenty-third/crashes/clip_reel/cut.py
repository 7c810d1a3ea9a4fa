import argparse
import functools
import time

from reel import Reel
from scenes import FRAME, LEADER, SCENES, Archive


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        began = time.perf_counter()
        result = function(*args, **kwargs)
        print(f"{function.__name__}: {time.perf_counter() - began:.3f} s", flush=True)
        return result
    return wrapper


class Table:
    def __init__(self, archive):
        self.archive = archive

    @timed
    def titles(self, name):
        reel = Reel(name)
        for _ in range(3):
            reel.splice(LEADER)
        return reel

    @timed
    def cut(self, name, order):
        reel = Reel(name)
        reel.splice(LEADER)
        for scene in order:
            reel.splice(self.archive.scene(scene))
        return reel


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes", nargs="*", default=["market", "harbour", "storm", "night"])
    options = parser.parse_args()
    table = Table(Archive(SCENES))
    for reel in (table.titles("titles"), table.cut("film", options.scenes)):
        print(reel.title, len(reel), "clips", reel.frames(FRAME), "frames", flush=True)
    print(table.archive.opened)


if __name__ == "__main__":
    main()
