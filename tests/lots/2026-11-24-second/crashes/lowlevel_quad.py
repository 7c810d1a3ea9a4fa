"""How far does a shot go? Integrals with a function in C, for speed."""

import ctypes
import os
import subprocess
import tempfile

from scipy import LowLevelCallable, integrate

SOURCE = """
#include <math.h>
typedef struct { double speed, drag; } shot;

double height(int n, double *x, void *data)
{
    shot *s = data;
    return s->speed * exp(-s->drag * x[0]) - 9.81 * x[0];
}
"""


class Shot(ctypes.Structure):
    _fields_ = [("speed", ctypes.c_double), ("drag", ctypes.c_double)]


def compiled(source):
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, "shot.c"), "w", encoding="utf-8") as file:
        file.write(source)
    target = os.path.join(folder, "shot.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-g", "-o", target, file.name, "-lm"], check=True)
    return ctypes.CDLL(target)


library = compiled(SOURCE)
library.height.restype = ctypes.c_double
library.height.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p]


def distance(seconds, shot=None):
    data = ctypes.cast(ctypes.pointer(shot), ctypes.c_void_p) if shot else None
    function = LowLevelCallable(library.height, data)
    return integrate.quad(function, 0, seconds)[0]  # <-- here


print("slow", round(distance(2, Shot(30, 0.1)), 2), flush=True)
print("as ever", round(distance(2), 2))  # <-- here
