"""Debug files from debuginfod servers, which elfutils' manual describes."""

from __future__ import annotations

import os
import time

from atfault import lazy
from atfault.folders import own_folder
from atfault.native.debug_files import accept, debuginfod_cache
from atfault.snapshot.target_files import GivenFiles, LocalFile
from atfault.whole_file import Draft

MAX_DOWNLOAD = 512 << 20


def fetch_debug_file(build_id: str, timeout: float = 10.0) -> LocalFile | str:
    """Download a debug file from the servers in DEBUGINFOD_URLS into debuginfod's cache.

    Returns why not, where it failed; a server that has nothing under this build id is no failure
    and gives "".
    """
    urls = os.environ.get("DEBUGINFOD_URLS", "").split()
    if not urls or len(build_id) < 8:
        return "DEBUGINFOD_URLS is not set"
    why = ""
    for url in urls[:8]:
        if not url.startswith(("https://", "http://")):
            continue
        try:
            path = _download(url.rstrip("/"), build_id, timeout)
        except (OSError, ValueError) as error:
            if getattr(error, "code", None) != 404:
                why = f"{url}: {error}"
            continue
        found = accept(GivenFiles().find(path)[0], build_id)
        if found is not None:
            return found
        os.unlink(path)
        why = "the server sent a file of another build id"
    return why


def _download(server: str, build_id: str, timeout: float) -> str:
    """Fetch a debug file into the cache, where it appears when it is whole; its path. Raises
    OSError, ValueError."""
    url = f"{server}/buildid/{build_id}/debuginfo"
    cache = debuginfod_cache()
    with (
        own_folder(cache, build_id, make=True, private=False) as folder,
        Draft(folder) as draft,
        lazy.load("urllib.request").urlopen(url, timeout=timeout) as answer,
    ):
        deadline = time.monotonic() + 6 * timeout
        size = 0
        while chunk := answer.read(1 << 18):
            size += len(chunk)
            if size > MAX_DOWNLOAD:
                raise ValueError(f"{url} is larger than {MAX_DOWNLOAD >> 20} MiB")
            if time.monotonic() > deadline:
                raise ValueError(f"{url} took longer than {6 * timeout:.0f} s")
            draft.file.write(chunk)
        draft.replace("debuginfo")
    return os.path.join(cache, build_id, "debuginfo")
