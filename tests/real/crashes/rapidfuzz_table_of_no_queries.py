# A table of distances for no queries: the first one is looked at nevertheless.
# https://github.com/rapidfuzz/RapidFuzz/issues/277
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist


def distances(queries, choices):
    return cdist(queries, choices, scorer=Levenshtein.distance)  # <-- here


print(distances(["adam"], ["adan", "eve"]))
print(distances([], ["adan", "eve"]))
