# A worker that has put itself into the background, where init has adopted it, is ready after minutes.
import multiprocessing
import os
import time


def work(ready):
    if os.fork() == 0:
        time.sleep(120)
        ready.set()
    os._exit(0)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    worker = context.Process(target=work, args=(ready,))
    worker.start()
    worker.join()
    print("READY", flush=True)
    ready.wait()
