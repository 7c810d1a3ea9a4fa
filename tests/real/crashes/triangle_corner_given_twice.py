# A corner of the outline is given twice, and one of the two belongs to no triangle.
# https://github.com/drufat/triangle/issues/4
import os
import sys

if os.environ.get("MALLOC_PERTURB_") is None:  # what was never set is nothing by chance
    os.environ["MALLOC_PERTURB_"] = "90"
    os.execv(sys.executable, [sys.executable, *sys.argv])

import triangle


def split(outline):
    count = len(outline)
    sides = [[number, (number + 1) % count] for number in range(count)]
    return triangle.triangulate({"vertices": outline, "segments": sides}, "p")  # <-- here


for height in range(1, 300):
    print(len(split([[0, 0], [4, 0], [4, height], [0, height]])["triangles"]))
    split([[5, -5], [5, 0], [0, 0], [0, -2], [0, -2]])  # <-- also
