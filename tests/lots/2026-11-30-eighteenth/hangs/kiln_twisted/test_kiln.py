import pytest
import pytest_twisted

from kiln import Kiln, later


@pytest.fixture
def kiln():
    kiln = Kiln()
    yield kiln
    kiln.stop()


@pytest_twisted.inlineCallbacks
def test_bisque(kiln):
    kiln.light()
    assert (yield kiln.hot(950)) >= 950


@pytest_twisted.inlineCallbacks
def test_glaze_of_the_day(kiln):
    kiln.light()
    yield later(0.1, kiln.hot, "1240")
    assert (yield kiln.hot(1240)) >= 1240
