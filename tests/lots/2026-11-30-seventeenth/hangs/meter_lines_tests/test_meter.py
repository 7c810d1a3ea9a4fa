import pytest

import meter


@pytest.fixture
def program(mocker):
    popen = mocker.patch("meter.subprocess.Popen")
    popen.return_value.wait.return_value = 0
    popen.return_value.stdout.readline.return_value.split.return_value = [b"V", b"2.5"]
    return popen


def test_smooth():
    smooth = meter.Smooth(3)
    for value in (1.0, 9.0, 1.0):
        smooth.add(value)
    assert 0 < smooth.mean < 0.3


def test_spectrum_of_nothing():
    assert max(meter.spectrum([])) == 0


def test_take():
    device = meter.Meter()
    device.take(b"V 2.5\n")
    assert 0 < device.smooth.mean < 2.5


def test_read(program):
    device = meter.Meter()
    assert device.read() == 0
    program.assert_called_once_with(["meterd", "--follow"], stdout=meter.subprocess.PIPE)
