"""What does a parcel cost?"""

from numba import njit

PRICES = {"small": 3.99, "medium": 5.49, "large": 8.49}


@njit
def total(parcels):
    cents = 0.0
    for parcel in parcels:
        cents += PRICES[parcel]
    return cents


print(total(("small", "large", "small")))
