"""What the worker does at night."""

import hashlib

import counters


def fingerprint(name):
    digest = hashlib.sha256(name.encode()).hexdigest()
    counters.counters.count("fingerprints")
    return digest


def tidy(limit):
    removed = [number for number in range(limit) if number % 7 == 0]
    counters.counters.count("removed", len(removed))
    return len(removed)
