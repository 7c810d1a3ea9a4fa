# The lock is held around Parallel; its jobs, in threads, want it as well.
# https://github.com/joblib/joblib/issues/125
import threading

from joblib import Parallel, delayed

lock = threading.Lock()
seen = {}


def scrape(number):
    with lock:  # <-- here
        seen[number] = number * number
    return number


def scrape_all(numbers):
    with lock:
        seen.clear()
        return Parallel(n_jobs=2, backend="threading")(delayed(scrape)(n) for n in numbers)  # <-- here


print("READY", flush=True)
print(scrape_all(range(4)))
