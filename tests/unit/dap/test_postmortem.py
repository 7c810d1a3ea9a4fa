"""What an attach request says of a core."""

from __future__ import annotations

from typing import Any

import pytest

from atfault.dap.launch import Launch
from atfault.dap.postmortem import CoreFile
from atfault.errors import AtfaultError, UsageError


def test_a_request_names_a_core_or_none() -> None:
    assert CoreFile.of({"program": "a.py"}) is None
    assert CoreFile.of({"core": "c", "sysroot": "/s"}) == CoreFile("c", None, "/s")
    assert CoreFile.of({"core": "c", "program": "p"}) == CoreFile("c", "p", None)


@pytest.mark.parametrize("told", [{"core": 5}, {"core": "c", "program": ["p"]}, {"core": "-"}])
def test_what_is_no_path_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        CoreFile.of(told)


def test_a_request_adds_a_core_or_a_process_only_where_the_editor_has_started_us() -> None:
    asked = {"core": "missing.core", "processId": 1}
    for launch in (Launch(("a.py",)), Launch(of_editor=False)):
        assert launch.postmortem(asked) is None
        assert launch.process(asked) == 0
    with pytest.raises(AtfaultError, match=r"missing\.core"):
        Launch().postmortem(asked)
