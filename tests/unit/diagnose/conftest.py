"""What the rules say in each test here is what it was: support/findings_kept.py."""

from __future__ import annotations

import pytest

from support import findings_kept


@pytest.fixture(autouse=True)
def findings_as_kept(request):
    """After the test itself, so that what it asserts is told first."""
    findings_kept.noted.clear()
    yield
    tests, name = str(request.path), request.node.name
    part = (
        request.node.callspec.params.get("kept_in", "") if hasattr(request.node, "callspec") else ""
    )
    nearly_so = findings_kept.FEWER if part else findings_kept.NEARLY
    noted = findings_kept.noted
    told = findings_kept.section(name, noted, nearly_so) if noted else ""
    path = findings_kept.path_for(tests, part)
    if request.config.getoption("--update-golden"):
        findings_kept.write(path, {name: told} if told else {}, tests)
        return
    wrong = findings_kept.difference(path, name, told)
    if wrong:
        pytest.fail(wrong, pytrace=False)
