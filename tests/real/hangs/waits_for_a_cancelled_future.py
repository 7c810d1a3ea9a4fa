# Jobs that had not begun were cancelled by the shutdown; wait() never counts those as done.
# https://github.com/python/cpython/issues/109934
import concurrent.futures
import time


def fetch(page):
    time.sleep(0.2)
    return page


executor = concurrent.futures.ThreadPoolExecutor(max_workers=1)
pages = [executor.submit(fetch, page) for page in range(5)]
executor.shutdown(cancel_futures=True)
print("READY", flush=True)
done, _ = concurrent.futures.wait(pages)  # <-- here
print(len(done))
