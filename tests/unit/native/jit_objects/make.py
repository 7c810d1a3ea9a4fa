"""Makes the objects in this folder, as Numba announces them, anew:

for opt in 0 3; do NUMBA_OPT=$opt python tests/unit/native/jit_objects/make.py; done
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
"""


def main():
    namespace = {}
    exec(compile(SOURCE, "/home/user/sums.py", "exec"), namespace)
    function = njit(debug=True)(namespace["sums"])
    function(np.arange(3.0), 3, True)
    library = function.overloads[function.signatures[0]].library
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, f"sums_opt{int(config.OPT)}.o.xz"), "wb") as file:
        file.write(lzma.compress(library._get_compiled_object()))


if __name__ == "__main__":
    sys.exit(main())
