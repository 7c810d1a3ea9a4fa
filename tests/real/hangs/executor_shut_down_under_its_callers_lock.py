# The wrapper shuts its executor down inside of its lock, which a job needs to submit a further one.
# https://github.com/rohanpm/more-executors/issues/98
import concurrent.futures
import threading
import time


class Jobs:
    def __init__(self):
        self.lock = threading.Lock()
        self.executor = concurrent.futures.ThreadPoolExecutor(4)

    def submit(self, function, *arguments):
        with self.lock:  # <-- here
            return self.executor.submit(function, *arguments)

    def shutdown(self):
        with self.lock:  # <-- here
            self.executor.shutdown()  # <-- here


def crawl(jobs, depth):
    time.sleep(0.5)
    if depth:
        jobs.submit(crawl, jobs, depth - 1)  # <-- also


jobs = Jobs()
jobs.submit(crawl, jobs, 3)
print("READY", flush=True)
jobs.shutdown()  # <-- also
