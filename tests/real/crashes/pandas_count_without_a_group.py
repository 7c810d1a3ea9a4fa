# Rows whose key is missing have the label -1: count() adds to the element before the first one.
# https://github.com/pandas-dev/pandas/issues/32841
import numpy as np
import pandas as pd


def visits(table):
    return table.groupby("guest").count()  # <-- here


keys = np.where(np.arange(3000) % 3 == 0, np.nan, np.arange(3000) % 7)
table = pd.DataFrame({"guest": keys, **{f"day{n}": np.ones(3000) for n in range(40)}})
for _ in range(200):
    print(len(visits(table)))
