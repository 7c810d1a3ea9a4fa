# A chain of some thousand when/then is a tree as deep, and it is walked recursively.
# https://github.com/pola-rs/polars/issues/12268
import polars as pl

frame = pl.DataFrame({"x": range(-1000, 1000)})


def names(column, count):
    branches = pl
    for number in range(count):
        branches = branches.when(column == number).then(pl.lit(f"number {number}"))
    return branches.otherwise(None)  # <-- also


print(frame.with_columns(names(pl.col("x"), 5_000).alias("name")))  # <-- here
