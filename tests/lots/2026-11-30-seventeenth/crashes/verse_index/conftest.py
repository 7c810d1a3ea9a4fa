import time

import pytest


@pytest.fixture(autouse=True)
def duration(request):
    """Tests that take long are told of."""
    began = time.monotonic()
    yield
    seconds = time.monotonic() - began
    if seconds > 30:
        print(f"{request.node.name} took {seconds:.0f} s")
