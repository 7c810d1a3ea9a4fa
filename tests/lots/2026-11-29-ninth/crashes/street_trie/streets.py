"""Names of streets in a trie, in a file that is mapped and not read."""

import itertools
import logging
import os

import marisa_trie

log = logging.getLogger("streets")
PARTS = ["Lind", "Björk", "Alm", "Ek", "Hassel", "Rönn", "Körsbärs", "Sjö", "Kvarn", "Skol"]
ENDS = ["gatan", "vägen", "stigen", "gränd", "torget", "backen"]


def names(districts):
    for first, second, end in itertools.product(PARTS, PARTS, ENDS):
        for district in range(districts):
            yield f"{first}{second.lower()}{end} {district}"


class Streets:
    """The trie of the streets; made again when the town has grown."""

    def __init__(self, path, districts):
        self.path = path
        self.build(districts)
        self.trie = marisa_trie.Trie().mmap(path)

    def build(self, districts):
        trie = marisa_trie.Trie(names(districts))
        trie.save(self.path)
        log.info("%d streets, %d bytes", len(trie), os.path.getsize(self.path))

    def __contains__(self, name):
        return name in self.trie

    def starting_with(self, prefix):
        return self.trie.keys(prefix)
