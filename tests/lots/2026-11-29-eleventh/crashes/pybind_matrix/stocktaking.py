"""How much was put into the loft between two countings?"""

from loft import Loft


def difference(loft, parcels):
    before = loft.snapshot()
    weight = before.total()
    for shelf, kilos in parcels:
        loft.live().put(shelf, kilos)
    after = loft.snapshot().total()
    return after - weight


loft = Loft(24)
for day, parcels in enumerate([[(1, 3.5), (7, 2.0)], [(3, 8.0)]]):
    print(day, difference(loft, parcels), flush=True)
