# Texts with a space of no width are aligned; the second time there is nothing left to align with.
# https://github.com/biopython/biopython/issues/3387
from Bio import pairwise2

TITLE = "test\u200btest"


def common(words):
    return [pairwise2.align.localxx(word, TITLE) for word in words]  # <-- here


for _ in range(20):
    print(common(["a", "b"]))  # <-- also
