"""Counts what swims in the drops of a day."""

from concurrent.futures import ThreadPoolExecutor

from journal import Journal
from lens import Lens, bright


class Survey:
    def __init__(self, stations):
        self.lenses = {name: Lens(1600, 1200, seed) for seed, name in enumerate(stations)}
        self.counts = {}
        self.journal = Journal()

    def station(self, name):
        pixels = self.lenses[name].drop()
        self.counts[name] = bright(pixels[: 400 * 1600])
        self.journal.write(name, self.counts[name])
        return name, self.counts[name]


def main():
    survey = Survey(["Buoy 4", "Pier", "Lock"])
    with ThreadPoolExecutor(1, thread_name_prefix="station") as pool:
        for name, number in pool.map(survey.station, survey.lenses):
            print(f"{name}: {number}", flush=True)
    print(survey.journal)


if __name__ == "__main__":
    main()
