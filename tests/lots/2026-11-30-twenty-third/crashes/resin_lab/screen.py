"""Which resins take a hardener, and at which place."""
import argparse
import concurrent.futures
import sys

from openbabel import openbabel as ob
from vials import Rack

SERIES = {
    "short": "OCC" * 4 + "O",
    "branched": "C(CO)(CO)(CO)" * 300 + "C",
    "ether": "COC" * 2000,
    "long": "CCO" * 3000,
    "oil": "C" * 600,
}


def fill(names):
    rack = Rack()
    for name in names:
        rack.put(name, SERIES[name])
    return rack


def neighbours(atom):
    return sorted(other.GetAtomicNum() for other in ob.OBAtomAtomIter(atom))


def describe(label, atom):
    if atom is None:
        return f"{label}: nowhere"
    around = neighbours(atom)
    return f"{label}: at an oxygen beside {around}, in a molecule of {atom.GetParent().NumAtoms()}"


class Screen:
    def __init__(self, rack, workers=2):
        self.rack = rack
        self.pool = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="scale")

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.pool.shutdown(wait=True)

    def weights(self):
        return dict(zip(self.rack.vials, self.pool.map(lambda vial: vial.weight(), self.rack)))

    def lines(self):
        sites = self.rack.sites()
        for label, atom in sites.items():
            yield describe(label, atom)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("series", nargs="*", default=list(SERIES))
    options = parser.parse_args()
    with Screen(fill(options.series)) as screen:
        for label, weight in screen.weights().items():
            print(f"{label:10s} {weight:12.2f} g/mol", flush=True)
        for line in screen.lines():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
