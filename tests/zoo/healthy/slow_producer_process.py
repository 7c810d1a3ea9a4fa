# healthy:
import multiprocessing
import time


def produce(items):
    for n in range(10**6):
        time.sleep(0.4)
        items.put(n)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    items = context.Queue()
    context.Process(target=produce, args=(items,), daemon=True).start()
    print("READY", flush=True)
    while True:
        items.get()
