# All jobs run in one thread, one after the other: the first waits for what the second would do.
# https://schedule.readthedocs.io/en/stable/parallel-execution.html
import threading
import time

import schedule

fetched = threading.Event()


def publish():
    print("READY", flush=True)
    fetched.wait()  # <-- here
    print("published")


def fetch():
    fetched.set()


schedule.every(0.2).seconds.do(publish)
schedule.every(0.2).seconds.do(fetch)
while True:
    schedule.run_pending()
    time.sleep(0.1)
