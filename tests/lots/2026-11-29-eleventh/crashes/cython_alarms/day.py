"""A day with alarms: for bread, trains and visitors."""

import functools

from alarms import Alarms

rung = []


def ring(what, minute):
    rung.append((minute, what))


alarms = Alarms()
for minute, what in ((400, "bread"), (455, "train"), (610, "visitors")):
    alarms.at(minute, functools.partial(ring, what))
notes = [f"note {number}" for number in range(2000)]
for hour in range(24):
    alarms.pass_by(hour * 60, hour * 60 + 60)
    print(hour, rung, flush=True)
