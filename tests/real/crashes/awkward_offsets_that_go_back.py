# The offsets of the lists go back in the middle, as they were joined from two files: a reduction
# writes outside of its output.
# https://github.com/scikit-hep/awkward/issues/3062
import awkward as ak
import numpy as np

starts = np.concatenate([np.arange(0, 400_000, 4), np.arange(0, 400_000, 4)])
energies = ak.Array(
    ak.contents.ListOffsetArray(
        ak.index.Index64(starts),
        ak.contents.NumpyArray(np.random.random(400_000)),
    )
)


def hits(energies):
    return ak.count(energies, axis=-1)  # <-- here


for _ in range(20):
    print(hits(energies))
