# zlib_decompress() is called without the size of its output.
# https://github.com/dcwatson/deflate/issues/41
import zlib

import deflate


def unpack(packed):
    return deflate.zlib_decompress(packed)  # <-- here


print(unpack(zlib.compress(b"one line of a log\n" * 10)))
