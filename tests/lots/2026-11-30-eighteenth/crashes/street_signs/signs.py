import sys
from dataclasses import dataclass

import cffi

ffi = cffi.FFI()
ffi.cdef("char *sign_text(const char *street, int number); void sign_free(char *text);")


@dataclass(frozen=True)
class House:
    street: str
    number: int


class Maker:
    def __init__(self, path):
        self.library = ffi.dlopen(path)

    def text(self, house):
        text = ffi.gc(self.library.sign_text(house.street.encode(), house.number), self.library.sign_free)
        return ffi.string(text).decode()


class Order:
    def __init__(self, maker, houses):
        self.maker = maker
        self.houses = houses

    def __iter__(self):
        for house in self.houses:
            yield self.maker.text(house)


def parse(lines):
    for line in lines:
        street, _, number = line.rpartition(" ")
        yield House(street, int(number))


def main():
    lines = ["Mill Lane 4", "Quay 17", "Old Post Road 3", "1", "Quay 19"]
    order = Order(Maker(sys.argv[1]), list(parse(lines)))
    for text in order:
        print(text, flush=True)


if __name__ == "__main__":
    main()
