import pytest
from meter import Meter

METER = Meter()


@pytest.fixture
def shared_meter():
    return METER


def pytest_report_header(config):
    return f"meter: {METER.last():.2f}"
