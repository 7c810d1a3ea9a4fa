"""Debug files from debuginfod servers, which elfutils' manual describes."""

from __future__ import annotations

import os
import tempfile
import time

from atfault import lazy
from atfault.native.debug_files import accept, debuginfod_cache
from atfault.snapshot.target_files import GivenFiles, LocalFile

MAX_DOWNLOAD = 512 << 20


def fetch_debug_file(build_id: str, timeout: float = 10.0) -> LocalFile | str:
    """Download a debug file from the servers in DEBUGINFOD_URLS into debuginfod's cache.

    Returns why not, where it failed; a server that has nothing under this build id is no failure
    and gives "".
    """
    urls = os.environ.get("DEBUGINFOD_URLS", "").split()
    if not urls or len(build_id) < 8:
        return "DEBUGINFOD_URLS is not set"
    folder = os.path.join(debuginfod_cache(), build_id)
    why = ""
    for url in urls[:8]:
        if not url.startswith(("https://", "http://")):
            continue
        try:
            path = _download(f"{url.rstrip('/')}/buildid/{build_id}/debuginfo", folder, timeout)
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


def _download(url: str, folder: str, timeout: float) -> str:
    """Fetch into `folder`/debuginfo through a temporary name. Raises OSError, ValueError."""
    request = lazy.load("urllib.request")
    deadline = time.monotonic() + 6 * timeout
    os.makedirs(folder, mode=0o700, exist_ok=True)
    fd, temporary = tempfile.mkstemp(dir=folder)
    try:
        with (
            os.fdopen(fd, "wb") as out,
            request.urlopen(url, timeout=timeout) as answer,
        ):
            size = 0
            while chunk := answer.read(1 << 18):
                size += len(chunk)
                if size > MAX_DOWNLOAD:
                    raise ValueError(f"{url} is larger than {MAX_DOWNLOAD >> 20} MiB")
                if time.monotonic() > deadline:
                    raise ValueError(f"{url} took longer than {6 * timeout:.0f} s")
                out.write(chunk)
        final = os.path.join(folder, "debuginfo")
        os.replace(temporary, final)
        return final
    except BaseException:
        os.unlink(temporary)
        raise
