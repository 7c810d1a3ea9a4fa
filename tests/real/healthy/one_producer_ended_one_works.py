# Of two producers one has ended, as it should; the other one takes its time.
import multiprocessing
import queue
import time

context = multiprocessing.get_context("spawn")


def produce(results, count, delay):
    for number in range(count):
        time.sleep(delay)
        results.put(number)


if __name__ == "__main__":
    results = context.Queue()
    first = context.Process(target=produce, args=(results, 1, 0))
    second = context.Process(target=produce, args=(results, 1000, 7), daemon=True)
    first.start()
    second.start()
    first.join()
    print("READY", flush=True)
    while True:
        try:
            print(results.get(timeout=1))
        except queue.Empty:
            continue
