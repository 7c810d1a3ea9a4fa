# The lists are taken out of an index, which is collected when the function is left, and takes them
# along.
# https://github.com/facebookresearch/faiss/issues/339
import faiss
import numpy as np

vectors = np.random.default_rng(1).random((2000, 32), dtype="f4")


def lists_of(vectors):
    index = faiss.index_factory(32, "IVF16,Flat")
    index.train(vectors)
    index.add(vectors)
    return index.invlists


lists = lists_of(vectors)
other = faiss.IndexFlatL2(32)
other.add(vectors)
print([lists.list_size(number) for number in range(16)])  # <-- here
