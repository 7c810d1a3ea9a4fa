# A worker was killed, and joined; a thread of the program does its work instead, with their lock.
import multiprocessing
import os
import signal
import threading
import time

context = multiprocessing.get_context("fork")


def work(lock, results):
    with lock:
        os.kill(os.getpid(), signal.SIGKILL) if results is None else time.sleep(30)
        results.put("done")


if __name__ == "__main__":
    results = context.Queue()
    worker = context.Process(target=work, args=(context.Lock(), None))
    worker.start()
    worker.join()
    lock = context.Lock()
    instead = threading.Thread(target=work, args=(lock, results), daemon=True)
    instead.start()
    time.sleep(0.5)
    print("READY", flush=True)
    with lock:
        print(results.get())
