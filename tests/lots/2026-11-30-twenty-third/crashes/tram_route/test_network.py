import pytest
from network import Network


@pytest.fixture(params=[(2, 4), (3, 90), (16, 4096)], ids=["village", "town", "city"])
def network(request):
    return Network(*request.param)


def test_length(network):
    assert network.route.length() > len(network.by_line)


def test_no_requests_in_the_village():
    assert Network(2, 4).requests() == 0


def test_requests(network):
    before = len(network.route)
    added = network.double_requests()
    assert len(network.route) == before + added


def test_busiest(network):
    line, stops = network.busiest()
    assert stops * len(network.by_line) == len(network.route)
