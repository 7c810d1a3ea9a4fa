"""Titles of long scrolls without their spaces."""

from scratch import squeeze

SCROLLS = ["A very long title " * 60, "Of bees"]

for title in SCROLLS:
    key = squeeze(title)
    print(len(key), key[:12], flush=True)
