# The function that encodes keys empties the list of items that the encoder goes through.
# https://github.com/python/cpython/issues/142831
import json.encoder

entries = []


class Table(dict):
    def items(self):
        entries[:] = [("row %d" % n, [n] * 9) for n in range(6)]
        return entries


def encode_key(key):
    entries.clear()  # <-- here
    return '"%s"' % key


def encode(table):
    make = json.encoder.c_make_encoder(
        None, lambda value: 0, encode_key, None, ": ", ", ", False, False, True
    )
    return make(table, 0)  # <-- here


for _ in range(20_000):
    encode(Table(a=1))
