# An index is taken out of another one, which is collected when the function is left, and takes the
# inner one along.
# https://github.com/facebookresearch/faiss/issues/339
import faiss
import numpy as np

vectors = np.random.default_rng(1).random((2000, 32), dtype="f4")


def centroids(vectors):
    index = faiss.index_factory(32, "IVF16,Flat")
    index.train(vectors)
    return faiss.downcast_index(index.quantizer)


coarse = centroids(vectors)
faiss.IndexFlatL2(32).add(vectors)
distances, numbers = coarse.search(vectors[:4], 2)  # <-- here
print(numbers)
