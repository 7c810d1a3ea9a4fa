"""Several wells are sounded at once, and each is told as soon as it is known."""

import argparse
import collections
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from wells import read_register


class Survey:
    def __init__(self, wells, crews=3):
        self.wells = {well.name: well for well in wells}
        self.crews = crews
        self.depths = {}

    def _take(self, future):
        name, depth = future.result()
        if name not in self.depths:
            print(f"{name}: {depth:.1f} m", flush=True)
        self.depths[name] = depth

    def run(self):
        with ThreadPoolExecutor(self.crews, thread_name_prefix="crew") as pool:
            pending = {pool.submit(well.sound) for well in self.wells.values()}
            while pending:
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(future)
        return self.depths

    def by_parish(self):
        parishes = collections.defaultdict(list)
        for name, depth in self.depths.items():
            parishes[self.wells[name].parish].append(depth)
        return {parish: max(depths) for parish, depths in sorted(parishes.items())}


def ropes(depths, spare=2.5):
    """Of each length of rope, how many have to be bought."""
    lengths = collections.Counter()
    for depth in depths.values():
        lengths[-(-int(depth + spare) // 10) * 10] += 1
    return dict(lengths)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crews", type=int, default=3)
    parser.add_argument("--ropes", action="store_true")
    options = parser.parse_args()
    survey = Survey(read_register(), options.crews)
    depths = survey.run()
    print("the deepest:", max(depths, key=depths.get))
    for parish, depth in survey.by_parish().items():
        print(f"{parish}: down to {depth:.1f} m")
    if options.ropes:
        print(ropes(depths))


if __name__ == "__main__":
    main()
