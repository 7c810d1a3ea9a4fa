# A byte to look for empties the buffer when it is asked for its value.
# https://github.com/python/cpython/issues/142560
class Marker:
    def __index__(self):
        received.clear()  # <-- here
        return 7


def find():
    return received.index(Marker())  # <-- here


received = bytearray(8_000_000)
print(find())
