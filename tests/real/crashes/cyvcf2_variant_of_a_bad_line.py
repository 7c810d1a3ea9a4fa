# A record is made of a line whose position is no number: nothing is raised, and it has no letters.
# https://github.com/brentp/cyvcf2/pull/334
import os
import tempfile

import cyvcf2

HEADER = """##fileformat=VCFv4.2
##contig=<ID=chr1,length=1000>
##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">
#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tada
"""
LINES = [
    "chr1\t120\t.\tA\tC\t40\tPASS\t.\tGT\t0/1",
    "chr1\tunknown\t.\tA\tC\t40\tPASS\t.\tGT\t0/0",
]


def letters(writer, line):
    variant = writer.variant_from_string(line)  # <-- also
    return variant.REF, variant.ALT  # <-- here


with tempfile.TemporaryDirectory() as folder:
    writer = cyvcf2.Writer.from_string(os.path.join(folder, "calls.vcf"), HEADER)
    for line in LINES:
        print(letters(writer, line))  # <-- also
