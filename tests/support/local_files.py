"""Files of this machine as the code below `snapshot` hands them round."""

from __future__ import annotations

from atfault.snapshot.target_files import GivenFiles, LocalFile


def local(path: object) -> LocalFile:
    """The regular file at `path`."""
    found, why = GivenFiles().find(str(path))
    assert found is not None, why
    return found
