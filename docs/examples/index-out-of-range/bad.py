"""Sales by month, from the export of the cash desk."""

import numpy as np

EXPORT = [(1, 1200.0), (2, 950.5), (11, 2210.0), (12, 4100.0), (12, 310.0)]


def by_month(export):
    months = np.array([month for month, _ in export])
    amounts = np.array([amount for _, amount in export])
    sales = np.zeros(12)
    np.add.at(sales, months, amounts)
    return sales


print("best month:", by_month(EXPORT).argmax() + 1)
