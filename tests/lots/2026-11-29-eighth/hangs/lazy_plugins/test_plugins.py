import importlib

import pytest


def test_word():
    assert importlib.import_module("greet_en").word == "hello"


def test_helper():
    assert importlib.import_module("greet_fr").helper.dedent("  a") == "a"


def test_unknown():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("greet_loud")
