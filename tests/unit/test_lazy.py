"""Imports that wait until they are needed."""

from __future__ import annotations

import json.encoder

import pytest

from atfault.lazy import load


def test_a_module_or_what_it_names():
    assert load("json.encoder") is json.encoder
    assert load("json.encoder:JSONEncoder") is json.JSONEncoder


def test_what_is_not_there_is_an_error():
    with pytest.raises(ImportError):
        load("no_such_module_anywhere")
    with pytest.raises(AttributeError):
        load("json:no_such_name")
