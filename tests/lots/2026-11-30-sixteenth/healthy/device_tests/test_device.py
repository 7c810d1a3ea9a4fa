import concurrent.futures

import pytest


def test_state(client):
    assert client.ask("state") == "ready"


@pytest.mark.parametrize("goal", [25, 3, 18])
def test_move(client, goal):
    assert client.ask("move", goal) == f"at {goal}"


def test_two_at_once(client, second):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        far = pool.submit(client.ask, "move", 50)
        near = pool.submit(second.ask, "move", 0)
        assert {far.result(), near.result()} == {"at 50", "at 0"}
