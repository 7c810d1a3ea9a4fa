import pytest

from station import Board


@pytest.fixture(scope="session")
def board(tmp_path_factory):
    """The same folder in all workers: the parent of what each of them has for itself."""
    return Board(str(tmp_path_factory.getbasetemp().parent / "board"))
