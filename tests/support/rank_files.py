"""What `atfault ranks collect` writes, read again."""

from __future__ import annotations

import json

from atfault.model.collected import RankRecord, read_rank


def records(text: str) -> list[RankRecord]:
    """The ranks of a file, whose threads are all in its table of stacks."""
    lines = [json.loads(line) for line in text.splitlines()]
    known = {one["stack"] for one in lines if "frames" in one}
    found = [read_rank(one, lines[0]) for one in lines if "rank" in one]
    assert all(set(one.threads) <= known for one in found)
    return found
