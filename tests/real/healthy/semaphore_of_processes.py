# Four processes share two slots, and keep each for two seconds.
import multiprocessing
import time

context = multiprocessing.get_context("fork")


def work(slots):
    while True:
        with slots:
            time.sleep(2)


if __name__ == "__main__":
    slots = context.Semaphore(2)
    workers = [context.Process(target=work, args=(slots,), daemon=True) for _ in range(4)]
    for worker in workers:
        worker.start()
    print("READY", flush=True)
    for worker in workers:
        worker.join()
