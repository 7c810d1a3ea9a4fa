# The stream holds more than the caller says, and the decompressor that does not check writes on.
# https://github.com/jd-boyd/python-lzo/issues/87
import lzo

packed = lzo.compress(b"0123456789abcdef" * 4096, 1, False)


def unpack(packed, size):
    return lzo.decompress(packed, False, size, algorithm="LZO1X")  # <-- here


print(len(unpack(packed, 500)))
