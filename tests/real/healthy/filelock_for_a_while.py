# Another process has the file locked for twenty seconds.
import multiprocessing
import time

import filelock

context = multiprocessing.get_context("fork")


def deploy(locked):
    while True:
        with filelock.FileLock("deploy.lock"):
            locked.set()
            time.sleep(20)


if __name__ == "__main__":
    locked = context.Event()
    context.Process(target=deploy, args=(locked,), daemon=True).start()
    locked.wait()
    print("READY", flush=True)
    with filelock.FileLock("deploy.lock"):
        print("mine")
    time.sleep(600)
