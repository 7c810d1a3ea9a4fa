# A spawned worker uses OpenMP for itself, again and again, after the parent did.
import multiprocessing
import time

import numpy as np
from sklearn.cluster import KMeans


def cluster(forever):
    points = np.random.default_rng(0).random((2_000, 4))
    while True:
        KMeans(3, n_init=1).fit(points)
        if not forever:
            break
        time.sleep(3)


if __name__ == "__main__":
    cluster(False)
    worker = multiprocessing.get_context("spawn").Process(target=cluster, args=(True,), daemon=True)
    worker.start()
    time.sleep(5)
    print("READY", flush=True)
    worker.join()
