# A client library guards its connection with a lock; a heartbeat thread is inside of it when a pool
# forks its workers, and the first call in each worker waits for ever.
# https://github.com/OpenHands/benchmarks/pull/459
import concurrent.futures
import multiprocessing
import threading
import time


class Client:
    def __init__(self):
        self.lock = threading.Lock()

    def heartbeat(self):
        while True:
            with self.lock:
                time.sleep(1)
            time.sleep(0.0001)

    def fetch(self, number):
        with self.lock:  # <-- here
            return number * number


client = Client()


def evaluate(number):
    return client.fetch(number)  # <-- also


if __name__ == "__main__":
    threading.Thread(target=client.heartbeat, name="heartbeat", daemon=True).start()
    time.sleep(0.3)
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        jobs = [pool.submit(evaluate, n) for n in range(4)]  # <-- also
        print("READY", flush=True)
        print([job.result() for job in jobs])  # <-- also
