"""Density of variants along a chromosome: python density.py [--least QUALITY]"""

import argparse
import collections
import logging
import pathlib
import tempfile

from variants import CONTIGS, Sample, simulate

log = logging.getLogger("density")


class Density:
    def __init__(self, window=50_000):
        self.window = window
        self.counts = collections.Counter()

    def add(self, records):
        for record in records:
            self.counts[record.pos // self.window] += 1
        return self

    @property
    def densest(self):
        return max(self.counts, key=self.counts.get) * self.window


def density(sample, contig, least):
    best, records = sample.good(contig, 0, CONTIGS[contig], least)
    log.info("%s, %s: %d is the best of the first", sample.name, contig, best)
    return Density().add(records)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--least", type=int, default=20)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with tempfile.TemporaryDirectory() as name:
        samples = [
            Sample(f"sample {n}", simulate(str(pathlib.Path(name, f"s{n}.vcf.gz")), 8000, n)) for n in (1, 2)
        ]
        for sample in samples:
            log.info("%s: %d variants", sample.name, sample.number())
        for sample in samples:
            for contig in CONTIGS:
                log.info("densest at %d", density(sample, contig, options.least).densest)


if __name__ == "__main__":
    main()
