"""In how many ways can guests be seated?"""

from numba import njit


@njit
def seatings(guests):
    ways = 1
    for guest in range(2, guests + 1):
        ways *= guest
    return ways


for guests in (4, 12, 22):
    print(guests, "guests:", seatings(guests), "ways")
