import pytest
from rig import Logger, Probe, Rig


@pytest.fixture
def rig():
    rig = Rig("oil", "water")
    rig.probes["oil"].feed(81.5)
    rig.probes["water"].feed(19.0, 20.0)
    return rig


def test_probe():
    probe = Probe("air")
    probe.feed(4.5)
    assert probe.read() == 4.5


def test_mean():
    logger = Logger()
    for value in (1, 2, 3):
        logger.note("x", value)
    assert logger.mean("x") == 2


def test_names(rig):
    assert sorted(rig.probes) == ["oil", "water"]


def test_sample_is_noted(rig):
    value = rig.sample("oil")
    assert value == 81.5
    assert rig.logger.mean("oil") == 81.5


@pytest.mark.parametrize("name", ["nothing", "steam"])
def test_unknown(rig, name):
    with pytest.raises(KeyError):
        rig.sample(name)
