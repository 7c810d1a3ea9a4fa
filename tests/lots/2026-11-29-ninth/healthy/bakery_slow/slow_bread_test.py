"""Steps of the bakery's features. With pytest-bdd."""

import threading

import bakery
import pytest
from pytest_bdd import given, parsers, scenarios, then, when

scenarios("bread.feature")


@pytest.fixture
def shelf():
    return bakery.Shelf()


@pytest.fixture
def oven():
    return bakery.Oven()


@pytest.fixture
def baker(oven, shelf):
    baker = bakery.Baker(oven, shelf)
    baker.start()
    yield baker
    oven.close()
    baker.join()


@given(parsers.parse("an oven with {count:d} loaves"), target_fixture="expected")
def bake(oven, baker, count):
    threading.Thread(target=oven.bake, args=[count], name="heat").start()
    return count


@when("the bell has rung")
def ring(shelf, expected):
    assert shelf.wait_for(expected, 60)


@then(parsers.parse("there are {count:d} loaves on the shelf"))
def count_loaves(shelf, count):
    assert len(shelf.loaves) == count
