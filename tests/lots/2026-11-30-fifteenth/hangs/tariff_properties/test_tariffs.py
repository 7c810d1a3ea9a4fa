import pytest
from hypothesis import assume, given, settings

from strategies import amounts, step_lists
from tariffs import Tariff, registry

calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


@pytest.mark.parametrize("steps", [[], [(5, 1)], [(0, 3), (9, 2), (4, 1)]])
def test_refused(steps):
    with pytest.raises(ValueError):
        Tariff(steps)


@calm
@given(step_lists(), amounts)
def test_price_is_of_a_step(steps, amount):
    assert Tariff(steps).price(amount) in {price for _, price in steps}


@calm
@given(step_lists(), amounts)
def test_registered(steps, amount):
    book = registry.open()
    tariff = book.define("household", steps)
    assume(len(set(tariff.bounds)) == len(steps))
    assert tariff.cost(amount) == amount * tariff.price(amount)
    assert book.names() == ["household"]
    book.clear()
    book.close()
