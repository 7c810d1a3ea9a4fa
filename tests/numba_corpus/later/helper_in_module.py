import math

from numba import njit


def haversine(lat1, lon1, lat2, lon2):
    return math.hypot(lat2 - lat1, lon2 - lon1)


@njit(fastmath=True)
def route(lats, lons):
    total = 0.0
    for i in range(len(lats) - 1):
        total += haversine(lats[i], lons[i], lats[i + 1], lons[i + 1])  # fails: numba-global: haversine
    return total


print(route((1.0, 2.0), (3.0, 4.0)))
