import ctypes
import os

import pytest

from categories import Categories


@pytest.fixture(scope="session")
def library():
    library = ctypes.CDLL(os.path.join(os.getcwd(), "tree.so"))
    library.tree_articles.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    return library


@pytest.fixture
def categories(library):
    made = Categories(library)
    made.add(1, 5)
    made.add(2, 7, parent=1)
    made.add(3, 11, parent=2)
    return made


def test_sum(categories):
    assert categories.articles(1) == 23
    assert categories.articles(3) == 11


def test_move(categories):
    categories.move(3, 1)
    assert categories.articles(2) == 7


def test_move_into_below(categories):
    categories.move(1, 3)
    assert categories.articles(2) == 23
