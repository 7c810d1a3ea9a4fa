# What separates the digits is asked for its length, and drops the bytes that are printed.
# https://github.com/python/cpython/issues/143195
class Dashes(bytes):
    def __len__(self):
        received.clear()  # <-- here
        return 1


def dump():
    return received.hex(Dashes(b"-"))  # <-- here


received = bytearray(32_000_000)
print(len(dump()))
