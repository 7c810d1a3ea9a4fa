# A struct with a dict of its own is freed: Python 3.11 keeps the dict elsewhere.
# https://github.com/msgspec/msgspec/issues/362
from msgspec import Struct


class Record(Struct, dict=True):
    name: str


def main():
    for number in range(1000):
        record = Record(name=f"record {number}")  # <-- here
        del record  # <-- here


main()
