"""The folder that atfault was started in, which may be gone."""

from __future__ import annotations

import os

from atfault.folders import current_folder


def test_a_folder_that_was_removed_has_no_name(tmp_path, monkeypatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    assert current_folder() == os.path.realpath(gone)
    gone.rmdir()
    assert current_folder() == ""
