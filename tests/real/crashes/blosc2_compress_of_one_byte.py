# One byte is compressed: with checked memory it shows that two more are written behind the result.
# https://github.com/Blosc/python-blosc2/issues/46
import os
import sys

if os.environ.get("PYTHONMALLOC") != "debug":
    os.environ["PYTHONMALLOC"] = "debug"
    os.execv(sys.executable, [sys.executable, *sys.argv])

import blosc2


def pack(data):
    return blosc2.compress(data)  # <-- here


print(len(pack(b"abc" * 1000)))
print(len(pack(b"\x00")))  # <-- also
