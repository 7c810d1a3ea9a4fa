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
    told = findings_kept.section(name, findings_kept.noted) if findings_kept.noted else ""
    path = findings_kept.path_for(tests)
    if request.config.getoption("--update-golden"):
        findings_kept.write(path, {name: told} if told else {}, tests)
        return
    wrong = findings_kept.difference(path, name, told)
    if wrong:
        pytest.fail(wrong, pytrace=False)
