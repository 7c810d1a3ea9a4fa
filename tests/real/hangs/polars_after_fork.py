# A query in the parent starts the threads of polars; a forked worker waits for them in its own.
# https://github.com/pola-rs/polars/issues/24162
import multiprocessing

import polars as pl

frame = pl.DataFrame({"shop": [n % 7 for n in range(100_000)], "sum": list(range(100_000))})


def total():
    query = frame.lazy().group_by("shop").agg(pl.col("sum").sum()).sort("shop")
    return query.collect()  # <-- here


if __name__ == "__main__":
    print(total().height)
    worker = multiprocessing.get_context("fork").Process(target=total)
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also
