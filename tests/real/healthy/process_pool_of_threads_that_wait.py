# Workers of a process pool run threads that sleep; the executor's own threads wait.
import multiprocessing
import threading
import time
from concurrent.futures import ProcessPoolExecutor


def work(number):
    threads = [threading.Thread(target=time.sleep, args=(20,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        print("READY", flush=True)
        list(pool.map(work, range(100)))
