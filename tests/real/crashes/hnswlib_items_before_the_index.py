# Vectors are added to an index that was never given its size.
# https://github.com/nmslib/hnswlib/issues/525
import hnswlib
import numpy as np


def add(index, vectors):
    index.add_items(vectors)  # <-- here
    return index.get_current_count()


index = hnswlib.Index(space="cosine", dim=8)
print(add(index, np.ones((4, 8), dtype=np.float32)))  # <-- also
