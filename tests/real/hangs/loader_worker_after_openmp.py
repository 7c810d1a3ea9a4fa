# The data set clusters its points in __getitem__, in workers that were forked after the parent did.
# https://github.com/pytorch/pytorch/issues/1355
import multiprocessing

import numpy as np
from sklearn.cluster import KMeans


class Images:
    def __init__(self):
        self.pixels = np.random.default_rng(1).random((4_000, 4))

    def __getitem__(self, number):
        return KMeans(3, n_init=1).fit(self.pixels).labels_  # <-- here


images = Images()


def load(numbers, batches):
    for number in iter(numbers.get, None):
        batches.put(images[number])  # <-- also


if __name__ == "__main__":
    images[0]
    context = multiprocessing.get_context("fork")
    numbers, batches = context.Queue(), context.Queue()
    workers = [context.Process(target=load, args=(numbers, batches)) for _ in range(2)]
    for worker in workers:
        worker.start()  # <-- here
    for number in range(4):
        numbers.put(number)
    print("READY", flush=True)
    while True:
        print(batches.get(timeout=3600).shape)  # <-- also
