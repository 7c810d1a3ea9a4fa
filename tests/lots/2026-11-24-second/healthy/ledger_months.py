"""A script as of a notebook: months of a ledger, summed up with pandas and written to SQLite."""

# %%
import sqlite3
import time

import numpy as np
import pandas as pd

# %%
chance = np.random.default_rng(11)
database = sqlite3.connect(":memory:")


def month(number):
    rows = 2_000_000
    return pd.DataFrame(
        {
            "account": chance.integers(0, 5000, rows),
            "cents": chance.normal(0, 10_000, rows).round().astype(int),
            "day": chance.integers(1, 29, rows),
            "month": number,
        }
    )


# %%
for number in range(1, 1200):
    table = month(number)
    days = table.groupby(["account", "day"])["cents"].sum().unstack(fill_value=0)
    balance = days.cumsum(axis=1)
    worst = balance.min(axis=1).rename("worst").reset_index()
    worst["month"] = number
    worst.to_sql("worst", database, if_exists="append", index=False)
    if number % 6 == 0:
        print(time.strftime("%X"), "month", number, int(worst["worst"].min()), flush=True)
