import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from accounts import Accounts
from double import Double


@pytest.fixture(scope="module")
def double():
    with Double({"SELECT count(*) FROM accounts": [3]}) as double:
        yield double
        double.shutdown()


@pytest.fixture
def accounts(double):
    port = double.server_address[1] if double.queries else double.start()
    return Accounts(port)


def test_count(accounts):
    assert accounts.count() == 3


def test_names(accounts):
    assert accounts.names() == ["ada", "ben", "eve"]  # <-- here
