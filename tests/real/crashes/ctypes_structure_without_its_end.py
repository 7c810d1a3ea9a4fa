# The structure that Python knows lacks a field that the library has, and the library fills it.
# https://github.com/hbldh/pymetawear/pull/6
import ctypes
import os
import subprocess
import tempfile

SOURCE = r"""
#include <string.h>

struct board { int id; char name[16]; char *notes; double levels[65536]; };

void describe(struct board *board)
{
    board->id = 7;
    strcpy(board->name, "weather");
    board->notes = board->name;
    for (int i = 0; i < 65536; i++)
        board->levels[i] = i;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "board.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "libboard.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)
library = ctypes.CDLL(path)


class Board(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_int),
        ("name", ctypes.c_char * 16),
        ("notes", ctypes.c_char_p),
    ]


def connect():
    board = Board()
    library.describe(ctypes.byref(board))  # <-- here
    return board.name  # <-- also


names = [connect() for _ in range(20)]  # <-- also
sizes = {name: [len(name)] for name in map(str, range(1000))}  # <-- also
print(names[0], len(sizes))  # <-- also
