"""Weaves by patterns out of a file of JSON."""

import json

import loom

PATTERNS = json.loads(
    '{"plain": {"threads": ["w", "b", "w"]}, "twill": {"threads": ["w", "w"]}, "rug": {"thread": ["r", "b"]}}'
)


def cloth(name, rows):
    return loom.weave(PATTERNS[name], rows)


for name in PATTERNS:
    print(name, cloth(name, 40), flush=True)
