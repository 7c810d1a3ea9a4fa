import pytest


@pytest.mark.parametrize("channel", range(6))
def test_channel(device, channel):
    answer = device.get(f"/channel/{channel}")
    assert answer["path"].endswith(str(channel))
    assert answer["up"] >= 30


def test_clock_runs(device):
    assert device.get("/clock")["up"] < device.get("/clock")["up"]
