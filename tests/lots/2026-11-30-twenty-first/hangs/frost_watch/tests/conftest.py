import functools
import pathlib
import sys

import pytest
import trio
from trio.testing import MockClock

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))


@pytest.fixture
def clock():
    return MockClock()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    import inspect

    function = pyfuncitem.obj
    if not inspect.iscoroutinefunction(function):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    values = {name: pyfuncitem.funcargs[name] for name in names}
    trio.run(functools.partial(function, **values), clock=pyfuncitem.funcargs.get("clock"))
    return True
