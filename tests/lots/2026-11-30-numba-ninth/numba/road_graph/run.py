"""How far is it from each village to the next doctor?"""

import numpy as np
from scipy.sparse import csr_matrix
from ways import distances


class County:
    def __init__(self, villages, roads, seed):
        rng = np.random.default_rng(seed)
        begin = rng.integers(0, villages, roads)
        end = rng.integers(0, villages, roads)
        lengths = rng.uniform(1.0, 20.0, roads)
        self.net = csr_matrix((lengths, (begin, end)), shape=(villages, villages))

    def far_from(self, doctors):
        return np.minimum.reduce([distances(self.net, doctor) for doctor in doctors])


def main():
    far = County(300, 1500, 11).far_from([0, 17, 140])
    print("mean", round(float(far[np.isfinite(far)].mean()), 2), "unreached", int(np.isinf(far).sum()))


if __name__ == "__main__":
    main()
