import pytest
from plan import SHOTS, Show


@pytest.fixture
def show():
    return Show({"total": 1.0, "desk": 2.5, "guest": 3.0})


def shots():
    for line in SHOTS.split("\n"):
        if line.strip():
            name, seconds = line.split()
            yield name, float(seconds)


def test_zoom_is_kept(show):
    assert show.camera("desk").zoom == 2.5


def test_one_cut(show):
    with show.on_air():
        assert show.shoot("desk", 10.0) == pytest.approx(4.0)


def test_whole_plan(show):
    with show.on_air():
        for name, seconds in shots():
            show.shoot(name, seconds)
    assert show.mixer.air == 95.0
