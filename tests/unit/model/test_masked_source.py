"""Secrets in source lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.model.masked_source import mask_source


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('API_KEY = "sekrit"', 'API_KEY = "<masked>"'),
        ("    self.password = 'a\\'b'  # x", "    self.password = '<masked>'  # x"),
        ("connect(h, password='x', n=1)", "connect(h, password='<masked>', n=1)"),
        ('{"token": "abc", "id": "7"}', '{"token": "<masked>", "id": "7"}'),
        ('os.environ["API_KEY"] = "abc"', 'os.environ["API_KEY"] = "<masked>"'),
        ('api_key: str = "abc"', 'api_key: str = "<masked>"'),
        ('if password == "abc":', 'if password == "<masked>":'),
        ('if (token := "abc"):', 'if (token := "<masked>"):'),
        ('secret = b"abc"', 'secret = b"<masked>"'),
        ('secret = f"abc{x}"', 'secret = f"<masked>"'),
        ('secret = ("abc"', 'secret = ("<masked>"'),
        ('secret = """abc', 'secret = """<masked>'),
        ('url = "pg://ada:pw12@db/x"', 'url = "pg://ada:<masked>@db/x"'),
        ('x = "Bearer abcdefgh12345"', 'x = "Bearer <masked>"'),
    ],
)
def test_what_looks_secret_is_masked(line, shown):
    assert mask_source(line) == shown


@pytest.mark.parametrize(
    "line",
    [
        'name = "ada"',
        "token = get_token(user)",
        "password = hunter2",
        'os.getenv("API_KEY")',
        'd["password"] + d["token"]',
        'key = sorted(rows, key=lambda r: r["id"])',
        'print("the token is wrong")',
        "x = 'it''s'",
        "    return fib(n - 1) + n",
        "",
    ],
)
def test_other_code_stays_as_it_is(line):
    assert mask_source(line) == line


@given(st.text(alphabet="ab='\":\\[]() token", max_size=60))
def test_no_line_is_too_odd(line):
    mask_source(line)
