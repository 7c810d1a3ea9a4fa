"""Three potters, each a process, share two kilns by a semaphore of System V."""

import multiprocessing
import os
import signal
import time

import sysv_ipc


def potter(name, key):
    kilns = sysv_ipc.Semaphore(key)
    for pot in range(40):
        kilns.acquire()
        try:
            time.sleep(9)
            print(name, "fired pot", pot, flush=True)
        finally:
            kilns.release()
        time.sleep(0.5)


def main():
    kilns = sysv_ipc.Semaphore(None, sysv_ipc.IPC_CREX, initial_value=2)
    signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    try:
        potters = [
            multiprocessing.Process(target=potter, args=(name, kilns.key), name=name, daemon=True)
            for name in ("Ane", "Bo", "Cilla")
        ]
        for process in potters:
            process.start()
        for process in potters:
            process.join()
    finally:
        kilns.remove()


if __name__ == "__main__":
    main()
