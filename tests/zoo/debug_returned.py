# zoo: cause=heap-corruption signal=SIGABRT text=fill,PyObject_Malloc core=yes python=3.8-3.13
import ctypes
import os
import sys

if os.environ.get("PYTHONMALLOC") != "debug":
    os.execve(sys.executable, [sys.executable, __file__], {**os.environ, "PYTHONMALLOC": "debug"})


def fill(size):
    text = bytes(size)  # <-- here
    ctypes.memset(id(text) + bytes.__basicsize__ - 1, 65, size + 3)
    return text


def pack(size):
    return fill(size)


def main():
    print(len(pack(7)))


main()
