# Python 3.11 keeps the attributes of an object in front of it, where msgspec has left no room.
# https://github.com/msgspec/msgspec/issues/362
from msgspec import Struct


class Record(Struct, dict=True):
    name: str


def main():
    Record(name="bye python")  # <-- here
    return 3  # <-- also


print(main())
