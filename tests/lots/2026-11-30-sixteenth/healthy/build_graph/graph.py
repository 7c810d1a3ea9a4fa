"""Targets of a build, and what they need."""

import graphlib

NEEDS = {
    "headers": [],
    "core.o": ["headers"],
    "net.o": ["headers"],
    "ui.o": ["headers"],
    "libcore": ["core.o", "net.o"],
    "app": ["libcore", "ui.o"],
    "manual": [],
    "package": ["app", "manual"],
}
SECONDS = {"headers": 14, "core.o": 22, "net.o": 12, "ui.o": 9, "libcore": 18, "app": 16, "manual": 45, "package": 12}


def sorter():
    result = graphlib.TopologicalSorter(NEEDS)
    result.prepare()
    return result
