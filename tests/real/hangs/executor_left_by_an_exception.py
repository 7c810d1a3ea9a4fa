# The main thread fails inside of `with ThreadPoolExecutor()`, whose exit waits for workers that wait
# for the main thread's next item.
# https://docs.python.org/3/library/concurrent.futures.html#concurrent.futures.Executor.shutdown
import queue
from concurrent.futures import ThreadPoolExecutor

pages = queue.Queue()


def store():
    while (page := pages.get()) is not None:  # <-- here
        print(page)


def download(number):
    if number == 2:
        raise ConnectionError("no answer")
    return f"page {number}"


with ThreadPoolExecutor(2) as pool:  # <-- here
    for _ in range(2):
        pool.submit(store)
    print("READY", flush=True)
    for number in range(5):
        pages.put(download(number))
    for _ in range(2):
        pages.put(None)
