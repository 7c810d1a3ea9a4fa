"""Variants of a sample, from an indexed file."""

import contextlib
import random

import pysam

CONTIGS = {"chr1": 2_000_000, "chr2": 1_500_000}


def simulate(path, number, seed):
    rng = random.Random(seed)
    header = pysam.VariantHeader()
    for name, length in CONTIGS.items():
        header.contigs.add(name, length=length)
    with pysam.VariantFile(path, "wz", header=header) as file:
        for name, length in CONTIGS.items():
            for at in sorted(rng.sample(range(length), number)):
                alleles = rng.sample("ACGT", 2)
                file.write(file.new_record(contig=name, start=at, alleles=alleles, qual=rng.randrange(60)))
    pysam.tabix_index(path, preset="vcf", force=True)
    return path


@contextlib.contextmanager
def opened(path):
    file = pysam.VariantFile(path)
    try:
        yield file
    finally:
        file.close()


class Sample:
    def __init__(self, name, path):
        self.name = name
        self.path = path

    def number(self):
        with opened(self.path) as file:
            return sum(1 for _ in file)

    def good(self, contig, start, end, least):
        """The best of the first ones, and those of a region that are good enough."""
        with opened(self.path) as file:
            records = file.fetch(contig, start, end)
            first = max((next(records) for _ in range(20)), key=lambda record: record.qual)
            return first.qual, (record for record in records if record.qual >= least)
