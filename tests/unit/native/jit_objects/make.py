"""Makes the objects in this folder, as Numba announces them, anew:

for opt in 0 3; do NUMBA_OPT=$opt python tests/unit/native/jit_objects/make.py sums; done
NUMBA_OPT=0 python tests/unit/native/jit_objects/make.py nested

The last with Numba 0.60: its LLVM calls a field of bits what leaves out padding.
"""

import lzma
import os
import sys

import numpy as np
from numba import config, njit

SOURCE = """
def sums(a, n, flag):
    total = 0.0
    pair = (n > 2, n)
    for i in range(n):
        total += a[i]
    if flag:
        return total + pair[1]
    return total

def nested(outer):
    inner = outer[1]
    return outer[0][0] + inner[0]
"""
ARGUMENTS = {"sums": (np.arange(3.0), 3, True), "nested": (((1, 2), (3.5, True)),)}


def main(name):
    namespace = {}
    exec(compile(SOURCE, "/home/user/sums.py", "exec"), namespace)
    function = njit(debug=True)(namespace[name])
    function(*ARGUMENTS[name])
    library = function.overloads[function.signatures[0]].library
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, f"{name}_opt{int(config.OPT)}.o.xz"), "wb") as file:
        file.write(lzma.compress(library._get_compiled_object()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
