import pytest
from stations import Station


@pytest.fixture
def station(monkeypatch):
    monkeypatch.setenv("STATION_ID", "north-17")
    return Station("Bergen")


@pytest.fixture
def bare(monkeypatch):
    monkeypatch.delenv("STATION_ID", raising=False)
    return Station("Oslo")


def test_number(station):
    assert station.number() == 17


def test_title(station):
    assert station.title() == "Bergen 17"


def test_title_of_a_bare_machine(bare):
    assert bare.title() == "Oslo 0"
