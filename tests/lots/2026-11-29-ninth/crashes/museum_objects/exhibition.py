"""An exhibition: how much wall does it need?"""

import ctypes
import dataclasses
import sys
from concurrent.futures import ThreadPoolExecutor


@dataclasses.dataclass(frozen=True)
class Item:
    number: int
    kind: str


class Museum:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.object_picture.argtypes = [ctypes.c_char_p, ctypes.c_double, ctypes.c_double]
        self.library.object_coin.argtypes = [ctypes.c_char_p, ctypes.c_int]
        self.library.object_wall.restype = ctypes.c_double
        self.items = {}

    def picture(self, name, width, height):
        self.items[name] = Item(self.library.object_picture(name.encode(), width, height), "wall")

    def coin(self, name, year):
        self.items[name] = Item(self.library.object_coin(name.encode(), year), "case")

    def wall(self, name):
        return self.library.object_wall(self.items[name].number)


class Exhibition:
    def __init__(self, museum, names):
        self.museum = museum
        self.names = names

    def wall(self):
        with ThreadPoolExecutor(2, "measure") as pool:
            return sum(pool.map(self.museum.wall, self.names))


def main():
    museum = Museum(sys.argv[1])
    museum.picture("Winter", 1.2, 0.8)
    museum.picture("Wedding", 2.4, 1.6)
    museum.coin("Riksdaler", 1719)
    print(f"{Exhibition(museum, ['Winter', 'Wedding']).wall():.2f}", flush=True)
    print(f"{Exhibition(museum, list(museum.items)).wall():.2f}", flush=True)


if __name__ == "__main__":
    main()
