# The parent joins a child that has put more into a queue than the pipe holds.
# https://docs.python.org/3/library/multiprocessing.html#programming-guidelines
import multiprocessing


def compute(results):
    results.put("x" * 1_000_000)


if __name__ == "__main__":
    results = multiprocessing.Queue()
    worker = multiprocessing.Process(target=compute, args=(results,))
    worker.start()
    print("READY", flush=True)
    worker.join()  # <-- here
    print(len(results.get()))
