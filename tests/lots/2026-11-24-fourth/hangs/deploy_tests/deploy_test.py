import deploy
import pytest
from ssh_double import Double


@pytest.fixture(scope="module")
def double():
    return Double()


@pytest.fixture
def host(double):
    with deploy.remote(double.port) as connection:
        yield connection


def test_uptime(host):
    assert "41 days" in host.run("uptime")


def test_old_files(host):
    keep = {"/srv/shop/static/picture-000001.jpg"}
    assert len(deploy.old_files(host, keep)) == 119_999


def test_two_commands(host):
    assert host.run("uptime") == host.run("uptime")
