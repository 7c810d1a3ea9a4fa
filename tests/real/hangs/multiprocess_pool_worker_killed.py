# A worker of multiprocess (multiprocessing with dill) is killed as the kernel kills for memory; its
# job is lost.
# https://github.com/huggingface/datasets/pull/5976
import os
import signal

from multiprocess import Pool


def tokenize(document):
    if document == 3:
        os.kill(os.getpid(), signal.SIGKILL)  # <-- here
    return len(str(document))


if __name__ == "__main__":
    with Pool(2) as pool:
        print("READY", flush=True)
        print(pool.map(tokenize, range(8)))  # <-- here
