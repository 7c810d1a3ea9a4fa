# Asks a queue each second; the producer computes ten seconds for each item.
import multiprocessing
import queue
import time

context = multiprocessing.get_context("spawn")


def produce(results):
    for number in range(100):
        time.sleep(10)
        results.put(number)


if __name__ == "__main__":
    results = context.Queue()
    context.Process(target=produce, args=(results,), daemon=True).start()
    print("READY", flush=True)
    while True:
        try:
            print(results.get(timeout=1))
        except queue.Empty:
            continue
