"""Prints after how many picks the patterns of a book repeat."""

from weave import repeat, repeats

BOOK = {"twill": [[1, 1, 0], [0, 1, 1], [1, 0, 1]], "plain": [[1, 0], [0, 1]]}
print({name: repeat(draft, 24) for name, draft in BOOK.items()}, sum(repeats.stats.cache_hits.values()))
