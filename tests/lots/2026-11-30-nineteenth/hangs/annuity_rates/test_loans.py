import pytest

from loans import Loan, affordable, rate_for


def test_instalment():
    assert Loan(12000, 0.0, 24).instalment == 500
    assert Loan(10000, 0.06, 12).instalment == pytest.approx(860.66, abs=0.01)


def test_rest():
    loan = Loan(10000, 0.06, 12)
    assert loan.rest(12) == pytest.approx(0, abs=1e-6)


def test_rate():
    assert rate_for(10000, 860.66, 12) == pytest.approx(0.06, abs=1e-4)


@pytest.mark.parametrize(
    "instalment, months, total",
    [(860.66, 12, 10000), (1500, 120, 135110), (96000, 240, 13399754), (4.2e6, 360, 700524774)],
)
def test_affordable(instalment, months, total):
    assert affordable(instalment, 0.06, months) == pytest.approx(total, rel=1e-3)
