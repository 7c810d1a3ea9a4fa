# The search begins at an entry point that the caller gives, and nobody checks that there is one.
# https://github.com/facebookresearch/faiss/issues/4290
import faiss
import numpy as np

random = np.random.default_rng(3)
index = faiss.IndexHNSWFlat(16, 8)
index.add(random.random((500, 16), dtype=np.float32))


def nearest_of(questions, entry, how_many):
    count = len(questions)
    found = np.empty((count, how_many), dtype=np.int64)
    far = np.empty((count, how_many), dtype=np.float32)
    start = np.full(count, 0.5, dtype=np.float32)
    index.search_level_0(  # <-- here
        count,
        faiss.swig_ptr(questions),
        how_many,
        faiss.swig_ptr(entry),
        faiss.swig_ptr(start),
        faiss.swig_ptr(far),
        faiss.swig_ptr(found),
    )
    return found


questions = random.random((1, 16), dtype=np.float32)
print(nearest_of(questions, np.array([7], dtype=np.int32), 3))
print(nearest_of(questions, np.array([730_000_000], dtype=np.int32), 3))
