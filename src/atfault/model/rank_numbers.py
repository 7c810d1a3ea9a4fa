"""The numbers of ranks in few words."""

from collections.abc import Collection, Iterable
from itertools import groupby

MAX_SPANS = 10


def in_short(told: str) -> str:
    """Of `spans`, what a sentence has room for: "0,2,4,6,8,10,12,14,16,18,…"."""
    parts = told.split(",", MAX_SPANS + 2)
    return told if len(parts) <= MAX_SPANS + 2 else ",".join((*parts[:MAX_SPANS], "…"))


def numbered(ranks: Collection[int]) -> str:
    """ "rank 2", "ranks 0-4,6,7"."""
    return f"{'rank' if len(ranks) == 1 else 'ranks'} {in_short(spans(ranks))}"


def spans(ranks: Iterable[int]) -> str:
    """ "0-4,6,7" for 0, 1, 2, 3, 4, 6, 7: three or more in a row are one span."""
    told: list[str] = []
    for _, pairs in groupby(enumerate(sorted(set(ranks))), lambda pair: pair[1] - pair[0]):
        run = [rank for _, rank in pairs]
        told += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    return ",".join(told)
