"""What does a parcel cost?"""

from numba import njit, types
from numba.typed import Dict

PRICES = Dict.empty(types.unicode_type, types.float64)
PRICES["small"] = 3.99
PRICES["medium"] = 5.49
PRICES["large"] = 8.49


@njit
def total(parcels, prices):
    cents = 0.0
    for parcel in parcels:
        cents += prices[parcel]
    return cents


print(total(("small", "large", "small"), PRICES))
