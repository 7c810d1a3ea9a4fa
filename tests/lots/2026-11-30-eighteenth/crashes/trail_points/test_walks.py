import pytest
import walks


@pytest.fixture(scope="module")
def guide():
    return walks.Guide(["lake", "ridge", "pass"])


def test_tops():
    assert walks.Guide(["lake"]).tops()["lake"] == pytest.approx(594.75)


def test_climbs_of_a_trail_at_hand():
    trail = walks.load("lake")
    assert walks.climbs(trail) > 0


def test_table(guide):
    assert len(dict(guide.table())) == 3
