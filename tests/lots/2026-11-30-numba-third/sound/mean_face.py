"""The mean of many pictures, an array as the sum of a parallel loop, and how far each is from it."""

import numpy as np
from numba import njit, prange


@njit
def difference(picture, mean):
    total = 0.0
    for at in range(mean.size):
        total += (picture[at] - mean[at]) ** 2
    return np.sqrt(total)


@njit(parallel=True)
def mean_picture(pictures):
    total = np.zeros(pictures.shape[1])
    for at in prange(pictures.shape[0]):
        total += pictures[at]
    return total / pictures.shape[0]


@njit(parallel=True)
def distances(pictures, mean):
    out = np.empty(pictures.shape[0])
    for at in prange(out.size):
        out[at] = difference(pictures[at], mean)
    return out


class Album:
    def __init__(self, faces, pixels, seed):
        self.pictures = np.random.default_rng(seed).random((faces, pixels))

    def strangest(self):
        far = distances(self.pictures, mean_picture(self.pictures))
        return int(far.argmax())


def main():
    album = Album(900, 400, 5)
    assert np.allclose(mean_picture(album.pictures), album.pictures.mean(axis=0))
    found = {album.strangest() for _ in range(4)}
    assert len(found) == 1
    print(found)


if __name__ == "__main__":
    main()
