"""What few need is no part of the installation, but an extra of it (pyproject.toml).

    pip install 'atfault[debug]'        what `atfault debug` needs

A module of an extra is imported where it is used, through `lazy`; where it is missing, one sentence
names the extra (`how_to_get`).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import NamedTuple


class Extra(NamedTuple):
    name: str
    modules: tuple[str, ...]
    """All of them are needed."""
    without: str
    """What cannot be done without it."""
    program: str = ""
    """A program that does for it."""
    until: tuple[int, int] | None = None
    """The first Python for which its module has no wheel, or is not needed."""
    machine: str = ""
    """The only one that there are wheels for."""


LINES = Extra(
    "lines",
    ("drgn",),
    "source lines of very large files, and those that lie in .dwo files, are left out",
    machine="x86_64",
)
DEBUG = Extra("debug", ("debugpy", "pygdbmi"), "there is no `atfault debug`")
ZSTD = Extra(
    "zstd", ("zstandard",), "cores and debug files packed with zstd are not read", "zstd", (3, 14)
)
LZ4 = Extra("lz4", ("lz4",), "cores packed with lz4 are not read", "lz4", (3, 15))
MCP = Extra("mcp", ("mcp",), "there is no `atfault mcp`", until=(3, 15))
DASK = Extra("dask", ("distributed",), "there is no `atfault group --dask`", until=(3, 15))
EXTRAS = (LINES, DEBUG, MCP, DASK, ZSTD, LZ4)


class NotInstalled(ImportError):
    """str() is how it can be had."""

    def __init__(self, extra: Extra) -> None:
        super().__init__(how_to_get(extra))


def missing(extra: Extra) -> tuple[str, ...]:
    """Those of its modules that are not installed."""
    return tuple(name for name in extra.modules if importlib.util.find_spec(name) is None)


def means(extra: Extra) -> str:
    """By what it can be done here: a module, or the program of that name; "" where it cannot."""
    if extra is ZSTD and _has_standard_zstd():
        return "compression.zstd"
    if not missing(extra):
        return ", ".join(extra.modules)
    return (shutil.which(extra.program) or "") if extra.program else ""


def how_to_get(extra: Extra) -> str:
    """ "pip install 'atfault[debug]'", and where a program does as well, that too."""
    of_system = f"install the program {extra.program}" if extra.program else ""
    return ", or ".join(filter(None, (of_system, command(extra))))


def command(
    extra: Extra, python: tuple[int, int] = sys.version_info[:2], machine: str | None = None
) -> str:
    """What installs it; "" where that installs nothing, under this Python and on this machine."""
    if extra.until is not None and python >= extra.until:
        return ""
    if extra.machine not in ("", machine or os.uname().machine):
        return ""
    return f"pip install 'atfault[{extra.name}]'"


def _has_standard_zstd() -> bool:
    try:
        return importlib.util.find_spec("compression.zstd") is not None
    except ImportError:  # before 3.14
        return False
