# A record that only the reader of a file can make is made by hand, and printed.
# https://github.com/pysam-developers/pysam/pull/886
import pysam

record = pysam.FastqProxy()
print(str(record))  # <-- here
