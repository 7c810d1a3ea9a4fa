"""What the probe loads by name."""

from __future__ import annotations

from pathlib import Path

from atfault_probe import hooks
from atfault_probe.torch_guard import start


def test_each_module_that_is_named_to_be_loaded_is_there():
    named = (*hooks.MODULES, *hooks.NUMBA, *hooks.NUMBA_MORE, *start.MODULES)
    files = {one: Path(hooks.FOLDER, one.replace(".", "/") + ".py") for one in named}
    assert [one for one, file in files.items() if not file.is_file()] == []
