import random
import time

DISTRICTS = {
    "Mills": ["Weir Lane", "Mill Road", "Sluice Street"],
    "Old Town": ["High Street", "Church Row"],
    "Docks": ["Rope Walk", "Quay Street", "Anchor Lane"],
}
MOVED = {"Anchor Lane": "Harbour"}  # since the reform


def all_streets():
    return [(district, street) for district in DISTRICTS for street in DISTRICTS[district]]


def count_street(district, street):
    """Number of houses and people of a street, in one of the pool's processes."""
    rng = random.Random(street)
    houses = rng.randrange(20, 60)
    time.sleep(0.05)
    return MOVED.get(street, district), houses, sum(rng.randrange(1, 6) for _ in range(houses))
