# A symbol without a code is freed before the message about it is written.
# https://github.com/ilanschnell/bitarray/issues/250
from bitarray import bitarray

CODE = {"a": bitarray("0"), "b": bitarray("1")}


def lines(text):
    for number in range(3):
        yield "%d %s" % (number, text * 150)


def encode(text):
    bits = bitarray()
    bits.encode(CODE, lines(text))  # <-- here
    return bits


print(encode("some "))
