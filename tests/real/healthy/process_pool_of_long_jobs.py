# as_completed() over jobs that take half a minute.
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

if __name__ == "__main__":
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        jobs = [pool.submit(time.sleep, 30) for _ in range(8)]
        print("READY", flush=True)
        for job in as_completed(jobs):
            job.result()
