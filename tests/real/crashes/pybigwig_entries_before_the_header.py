# Entries are written to a file that has not been told its chromosomes yet.
# https://github.com/deeptools/pyBigWig/issues/147
import os
import tempfile

import pyBigWig


def write(file):
    file.addEntries(["chr3"], [103_385_937], ends=[103_385_938], values=[0.5])  # <-- here


with tempfile.TemporaryDirectory() as folder:
    file = pyBigWig.open(os.path.join(folder, "signal.bw"), "w")
    write(file)  # <-- also
    file.close()
