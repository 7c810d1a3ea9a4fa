# An item of a pair cannot be had; the message about it prints a number as text.
# https://github.com/aio-libs/multidict/pull/1310
from multidict import MultiDict


class Pair:
    def __len__(self):
        return 2

    def __getitem__(self, index):
        raise RuntimeError("not now")


def headers(pairs):
    return MultiDict(pairs)  # <-- here


print(headers([Pair()]))
