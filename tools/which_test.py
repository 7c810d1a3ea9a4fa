"""A plugin of pytest for tools/mutants.py: of what coverage.py measures, which test ran it.

In the process of the tests its id is the context. Processes that they start find it in the
environment, where coverage's configuration takes it from: `context = ${ATFAULT_TEST-}`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import coverage
import pytest

VARIABLE = "ATFAULT_TEST"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    measured = coverage.Coverage.current()
    os.environ[VARIABLE] = item.nodeid
    if measured is not None:
        measured.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        del os.environ[VARIABLE]
        if measured is not None:
            measured.switch_context("")
