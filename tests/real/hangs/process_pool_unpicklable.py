# Jobs that cannot be pickled, and a shutdown that cancels the rest: the executor's own threads wait
# for each other.
# https://github.com/python/cpython/issues/116685
from concurrent.futures import ProcessPoolExecutor


def main():
    with ProcessPoolExecutor(1) as pool:
        jobs = [pool.submit(lambda: 123) for _ in range(10)]
        print("READY", flush=True)
        try:
            print([job.result() for job in jobs])
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # <-- here


if __name__ == "__main__":
    main()
