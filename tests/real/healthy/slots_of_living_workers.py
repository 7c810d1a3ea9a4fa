# All slots are taken by workers that live; one that had a slot has ended and given it back.
import multiprocessing
import time

context = multiprocessing.get_context("fork")


def work(slots, seconds):
    with slots:
        time.sleep(seconds)


if __name__ == "__main__":
    slots = context.Semaphore(2)
    short = context.Process(target=work, args=(slots, 0.1))
    short.start()
    short.join()
    for _ in range(2):
        context.Process(target=work, args=(slots, 300), daemon=True).start()
    time.sleep(0.5)
    print("READY", flush=True)
    while not slots.acquire(timeout=0.5):
        pass
