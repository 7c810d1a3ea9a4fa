"""Numbers about families."""

import collections
import statistics


def children(founders):
    """How many children people have: a count of people for each number."""
    found = collections.Counter()
    waiting = collections.deque(founders)
    while waiting:
        person = waiting.popleft()
        found[len(person.children)] += 1
        waiting.extend(person.children)
    return found


def mean(found):
    return statistics.fmean(found.elements())


def summary(founders):
    found = children(founders)
    most = max(found)
    return f"{found.total()} people, {mean(found):.2f} children in the mean, {most} at most"
