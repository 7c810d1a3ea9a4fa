# A consumer asks for the next result each second and never looks whether the producer still lives.
# https://github.com/python/cpython/issues/87971
import multiprocessing
import queue
import sys

context = multiprocessing.get_context("spawn")


def produce(results):
    for number in range(3):
        results.put(number)
    results.close()
    results.join_thread()
    sys.exit("cannot read the fourth file")


if __name__ == "__main__":
    results = context.Queue()
    producer = context.Process(target=produce, args=(results,))
    producer.start()
    received = []
    while len(received) < 10:
        try:
            received.append(results.get(timeout=1))  # <-- here
        except queue.Empty:
            continue
        if len(received) == 3:
            print("READY", flush=True)
    print(received)
