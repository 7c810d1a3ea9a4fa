# healthy:
import multiprocessing
import time

if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        pool.map(abs, range(10))
        print("READY", flush=True)
        while True:
            time.sleep(0.5)
