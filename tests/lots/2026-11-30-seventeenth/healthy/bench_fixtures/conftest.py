import pytest

from bench import Bench


@pytest.fixture(scope="session")
def bench():
    return Bench()


@pytest.fixture
def motor(bench, request):
    """The bench is this test's as long as it lasts."""
    with bench.lock:
        thread = bench.run_up(request.param)
        bench.turning.wait()
        yield bench
        bench.run_down()
        thread.join()
