# A write transaction is open while processes are waited for that write to the same database.
# https://github.com/jnwatson/py-lmdb/issues/114
import multiprocessing

import lmdb


def store(name):
    with lmdb.open("names", max_readers=8) as database:
        with database.begin(write=True) as transaction:  # <-- here
            transaction.put(name.encode(), b"seen")


def main():
    workers = [
        multiprocessing.get_context("spawn").Process(target=store, args=(name,))
        for name in ("ada", "grace")
    ]
    with lmdb.open("names", max_readers=8) as database:
        with database.begin(write=True) as transaction:
            transaction.put(b"started", b"yes")
            for worker in workers:
                worker.start()
            print("READY", flush=True)
            for worker in workers:
                worker.join()  # <-- here


if __name__ == "__main__":
    main()
