# joblib forks workers with its multiprocessing backend after the parent has used OpenMP.
# https://github.com/pola-rs/polars/issues/8032
import joblib
import numpy as np
from sklearn.cluster import KMeans

points = np.random.default_rng(0).random((4_000, 8))


def cluster(seed):
    return KMeans(4, n_init=1, random_state=seed).fit(points).inertia_  # <-- here


if __name__ == "__main__":
    cluster(0)
    print("READY", flush=True)
    with joblib.parallel_backend("multiprocessing"):
        joblib.Parallel(n_jobs=2)(joblib.delayed(cluster)(n) for n in range(4))  # <-- here
