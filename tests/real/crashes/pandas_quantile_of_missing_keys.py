# Rows whose key is missing have the label -1, which quantile() uses as an index.
# https://github.com/pandas-dev/pandas/issues/28194
import numpy as np
import pandas as pd

sales = pd.DataFrame(
    {
        "shop": np.ones(30_000),
        "region": np.full(30_000, np.nan),
        "amount": np.arange(30_000.0),
    }
)


def medians(sales):
    return sales.groupby(["shop", "region"])["amount"].quantile(0.5)  # <-- here


for _ in range(20):
    print(len(medians(sales)))
