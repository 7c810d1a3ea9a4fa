"""Where the sensors are, and who has to be called."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Place:
    street: str
    depot: str


PLACES = {
    310_204_511: Place("Mill Lane", "north"),
    310_204_512: Place("Mill Lane", "north"),
    310_204_700: Place("Church Street", "north"),
    520_117_003: Place("Quay", "harbour"),
    520_117_009: Place("Quay", "harbour"),
    730_000_125: Place("Reservoir", "south"),
}


def depots(counts):
    """How often each depot's sensors decide."""
    totals = {}
    for sensor, number in counts:
        depot = PLACES[sensor].depot
        totals[depot] = totals.get(depot, 0) + number
    return totals
