"""Cores of aarch64 that tools/arm_cores.py made, with the ELF files on their stacks."""

from __future__ import annotations

import functools
import hashlib
import io
import os
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import pytest

from atfault import lazy
from support.interpreters import cache_folder

ARCHIVE = Path(__file__).parents[1] / "arm" / "cores.tar.zst"
_LARGEST = 1 << 30


@functools.cache
def arm_cores() -> Path:
    """The folder with NAME.core and sysroot/, unpacked once for all workers and sessions."""
    if not ARCHIVE.exists():
        pytest.skip("tests/arm/cores.tar.zst is not here: make arm-cores")
    packed = ARCHIVE.read_bytes()
    kept = Path(cache_folder()) / f"arm-{hashlib.sha256(packed).hexdigest()[:32]}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
            with tarfile.open(fileobj=io.BytesIO(_unpacked(packed))) as archive:
                # Since 3.11.4; the archive is our own.
                safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
                archive.extractall(Path(scratch) / "arm", **safely)
            try:
                os.rename(Path(scratch) / "arm", kept)
            except OSError:
                assert kept.exists()  # another worker was faster
    return kept


def _unpacked(packed: bytes) -> bytes:
    try:
        found: Any = lazy.load("compression.zstd").decompress(packed)
    except ImportError:
        zstandard = pytest.importorskip("zstandard")
        reader = zstandard.ZstdDecompressor(max_window_size=1 << 28)
        found = reader.stream_reader(packed).read(_LARGEST)
    return bytes(found)
