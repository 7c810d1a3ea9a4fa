"""Rides on buses: passengers buy tickets, and stamp them when they get in."""

import dataclasses
import logging
import random

import tickets

log = logging.getLogger("ride")


@dataclasses.dataclass
class Bus:
    line: int
    hour: int = 7
    inside: list = dataclasses.field(default_factory=list)

    def take(self, passenger):
        stamp = passenger.ticket.enter(self.hour, self.line)
        self.inside.append((passenger.name, stamp))
        log.info("%s gets in", passenger.name)


class Passenger:
    def __init__(self, name, zones):
        self.name = name
        self.ticket = tickets.Ticket(zones)

    def __repr__(self):
        return f"{self.name} ({self.ticket.zones} zones)"


def main():
    logging.basicConfig(level=logging.INFO)
    chance = random.Random(5)
    bus = Bus(line=12)
    for name in ("Agda", "Birger", "Calle"):
        passenger = Passenger(name, chance.randrange(1, 4))
        print(passenger, flush=True)
        bus.take(passenger)
    print(len(bus.inside), "are in", flush=True)


if __name__ == "__main__":
    main()
