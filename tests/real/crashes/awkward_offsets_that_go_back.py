# The offsets of the lists go back in the middle, as they were joined from two files: a reduction
# writes outside of its output.
# https://github.com/scikit-hep/awkward/issues/3062
import awkward as ak
import numpy as np

starts = np.concatenate([np.arange(0, 4000, 4), np.arange(0, 4000, 4)])
hits = ak.contents.ListOffsetArray(
    ak.index.Index64(starts),
    ak.contents.NumpyArray(np.random.random(4000)),
)
events = ak.Array(
    ak.contents.ListOffsetArray(ak.index.Index64(np.array([0, 500, 1000, 300, 800, 1500])), hits)
)


def counts(events):
    return ak.count(events, axis=-1)  # <-- here


for _ in range(30):
    print(len(counts(events)))
