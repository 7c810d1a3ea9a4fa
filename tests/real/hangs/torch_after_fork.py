# A product of matrices in the parent starts torch's threads; the same in a forked child waits for them.
# https://github.com/pytorch/pytorch/issues/17199
import multiprocessing

import torch

torch.set_num_threads(4)


def measure():
    left = torch.ones(500, 500)  # <-- here
    return float((left.sin() @ left.cos()).sum())  # <-- here


if __name__ == "__main__":
    print(measure())
    child = multiprocessing.get_context("fork").Process(target=measure)
    child.start()  # <-- here
    print("READY", flush=True)
    child.join()  # <-- also
