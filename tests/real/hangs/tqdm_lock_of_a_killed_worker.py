# A worker was killed while it drew its bar, with the lock that tqdm shares between processes.
# https://github.com/tqdm/tqdm/issues/1500
import multiprocessing
import os
import signal

from tqdm import tqdm

context = multiprocessing.get_context("fork")


def work():
    with tqdm.get_lock():
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    tqdm.get_lock()
    worker = context.Process(target=work, name="worker")
    worker.start()
    worker.join()
    print("READY", flush=True)
    for number in tqdm(range(10)):  # <-- here
        print(number)
