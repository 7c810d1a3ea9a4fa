"""Looks up the stops of delivery rounds, no more than one request each seven seconds."""

import concurrent.futures
import itertools

from geopy.extra.rate_limiter import RateLimiter
from geopy.geocoders import Nominatim

import gazetteer

STREETS = ["Hafengasse", "Am Markt", "Lindenweg", "Seestrasse", "Schulplatz"]


class Rounds:
    def __init__(self, port):
        locator = Nominatim(domain=f"127.0.0.1:{port}", scheme="http", user_agent="rounds", timeout=60)
        self.geocode = RateLimiter(locator.geocode, min_delay_seconds=7, error_wait_seconds=8)

    def look_up(self, tour):
        stops = []
        for house in range(1, 30):
            place = self.geocode(f"{STREETS[(tour + house) % 5]} {house}")
            stops.append((place.latitude, place.longitude))
            print(tour, place, stops[-1], flush=True)
        return stops


def main():
    rounds = Rounds(gazetteer.start())
    with concurrent.futures.ThreadPoolExecutor(3, "tour") as pool:
        print(len(list(itertools.chain.from_iterable(pool.map(rounds.look_up, range(3))))))


if __name__ == "__main__":
    main()
