# A process that waited on the condition was killed; notify_all waits until it has woken up.
# https://github.com/python/cpython/issues/75158
import multiprocessing
import os
import signal
import time


def sleeper(ready):
    with ready:
        ready.wait()


def main():
    ready = multiprocessing.Condition()
    sleepers = [multiprocessing.Process(target=sleeper, args=(ready,)) for _ in range(2)]
    for one in sleepers:
        one.start()
    time.sleep(0.5)
    os.kill(sleepers[0].pid, signal.SIGKILL)
    sleepers[0].join()
    print("READY", flush=True)
    with ready:
        ready.notify_all()  # <-- here
    for one in sleepers:
        one.join()


if __name__ == "__main__":
    main()
