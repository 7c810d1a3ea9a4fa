# hang: cause=deadlock confidence=likely python=3.8-3.15 core=no
import multiprocessing
import time


def work(one, two):
    with one:  # <-- here
        time.sleep(0.3)
        with two:  # <-- here
            pass


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        one, two = manager.Lock(), manager.RLock()
        workers = [
            context.Process(target=work, args=(one, two)),
            context.Process(target=work, args=(two, one)),
        ]
        for worker in workers:
            worker.start()
        print("READY", flush=True)
        for worker in workers:
            worker.join()
