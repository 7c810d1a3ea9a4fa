import time

import pytest

from shared import Shared


def download():
    time.sleep(0.5)
    return {"USD": "1.1", "GBP": "0.85", "XAU": "n/a"}


def make_rates():
    return {name: float(rate) for name, rate in download().items()}  # <-- here


@pytest.fixture(scope="session")
def rates(tmp_path_factory):
    shared = Shared(str(tmp_path_factory.getbasetemp().parent))
    return shared.get("rates", make_rates)


@pytest.mark.parametrize("name", ["USD", "GBP", "XAU"])
def test_is_positive(rates, name):
    assert rates[name] > 0


@pytest.mark.parametrize("name", ["USD", "GBP"])
def test_is_small(rates, name):
    assert rates[name] < 10
