"""The stops of the organ, as the builder wrote them down."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    name: str
    feet: int
    wind: int


STOPS = [Stop("gedackt", 8, 70), Stop("prinzipal", 8, 85), Stop("oktave", 4, 80)]


def wind_of(name, default=60):
    for stop in STOPS:
        if stop.name == name:
            return stop.wind
    return default
