# A worker fails early and takes no more of what was queued for it. The program closes the queue and
# waits until the thread behind it has written the rest into a full pipe.
# https://github.com/NVIDIA/multi-storage-client/pull/178
import multiprocessing


def copy(batches):
    batches.get()
    raise OSError("no space left")


def main():
    batches = multiprocessing.Queue()
    worker = multiprocessing.Process(target=copy, args=(batches,))
    worker.start()
    for number in range(200):
        batches.put([f"object-{number}-{part}" for part in range(200)])
    worker.join()
    print("copying failed:", worker.exitcode)
    print("READY", flush=True)
    batches.close()
    batches.join_thread()  # <-- here


if __name__ == "__main__":
    main()
