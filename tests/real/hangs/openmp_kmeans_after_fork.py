# KMeans runs in the parent, which starts threads of OpenMP; a forked worker that runs it again waits
# for threads that it does not have.
# https://github.com/scikit-learn/scikit-learn/issues/23823
import multiprocessing

import numpy as np
from sklearn.cluster import KMeans

points = np.random.default_rng(0).random((5_000, 8))


def cluster(seed):
    return KMeans(4, n_init=1, random_state=seed).fit(points).inertia_  # <-- here


if __name__ == "__main__":
    print(cluster(0))
    worker = multiprocessing.get_context("fork").Process(target=cluster, args=(1,))
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also
