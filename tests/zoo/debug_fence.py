# zoo: cause=heap-corruption signal=SIGABRT text=61,PyObject_Malloc core=yes python=3.8-3.12
import ctypes
import os
import sys

if os.environ.get("PYTHONMALLOC") != "debug":
    os.execve(sys.executable, [sys.executable, __file__], {**os.environ, "PYTHONMALLOC": "debug"})


def overfill(line, count):
    view = (ctypes.c_char * len(line)).from_buffer(line)
    ctypes.memset(view, 0x41, count)


def main():
    lines = [bytearray(60) for _ in range(50)]
    overfill(lines[20], 64)
    while lines:
        lines.pop()  # <-- here


main()
