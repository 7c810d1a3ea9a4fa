"""Secrets in command lines and in source lines are masked by the rules that hold for variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.model.masked import mask_arguments, mask_source
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import MASK
from support.this_process import text_of

M = MASK


@pytest.mark.parametrize(
    ("argv", "shown"),
    [
        ("app --password hunter2 -v", f"app --password {M} -v"),
        ("app --db-password=hunter2", f"app --db-password={M}"),
        ("app --api-key abc", f"app --api-key {M}"),
        ("app --api-key=abc", f"app --api-key={M}"),
        ("app --apiKey=abc", f"app --apiKey={M}"),
        ("app -password hunter2", f"app -password {M}"),
        ("app --token tok --user ada", f"app --token {M} --user ada"),
        ("app --pin 1234", f"app --pin {M}"),
        ("env GITHUB_TOKEN=abc app", f"env GITHUB_TOKEN={M} app"),
        ("app pg://ada:pw@db/x", f"app pg://ada:{M}@db/x"),
        ("app ada:hunter2@db", f"app ada:{M}@db"),
        ("app ghp_0123456789abcdefghijABCD", f"app {M}"),
        ("app AKIAIOSFODNN7EXAMPLE", f"app {M}"),
        ("app sk-proj-0123456789abcdefghij", f"app {M}"),
        # and what is none:
        ("app -p 8080", "app -p 8080"),
        ("app -p hunter2", "app -p hunter2"),
        ("app --max-tokens 100", "app --max-tokens 100"),
        ("app --pin-memory 1", "app --pin-memory 1"),
        ("app --tokenizer bert", "app --tokenizer bert"),
        ("app --password --verbose", "app --password --verbose"),
        ("app --no-password script.py", "app --no-password script.py"),
        ("app --sort-key name", "app --sort-key name"),
        ("python:3.11@sha256:0123", "python:3.11@sha256:0123"),
        ("app --epochs 3 --lr=0.1", "app --epochs 3 --lr=0.1"),
    ],
)
def test_words_of_a_command(argv: str, shown: str) -> None:
    assert " ".join(mask_arguments(argv.split())) == shown


def test_commands_inside_of_words() -> None:
    argv = ("sh", "-c", "app --password 'two words' -n 3; TOKEN=abc app")
    assert mask_arguments(argv)[2] == f"app --password {M} -n 3; TOKEN={M} app"
    header = ("curl", "-H", "Authorization: Bearer abcdefgh1234")
    assert "abcdefgh" not in " ".join(mask_arguments(header))


def test_code_on_the_command_line_is_masked_as_source() -> None:
    argv = ("/usr/bin/python3", "-c", "pw = 'hunter2'\nprint(sorted(x, key=len))")
    assert mask_arguments(argv)[2] == f"pw = '{M}'\nprint(sorted(x, key=len))"


def test_the_words_of_a_command_in_a_list_are_masked_likewise() -> None:
    assert text_of(["mysql", "--password", "hunter2", "-h", "db"]) == (
        f"['mysql', '--password', {M}, '-h', 'db']"
    )
    assert text_of(["app", "--max-tokens", "100"]) == "['app', '--max-tokens', '100']"
    assert text_of([("password", "hunter2"), ("user", "ada")]) == (
        f"[('password', {M}), ('user', 'ada')]"
    )


def test_entries_of_an_environment_are_masked_by_their_names() -> None:
    assert text_of([b"MY_SECRET_THING=abc", b"PATH=/bin", b"MAX_TOKENS=5"]) == (
        f"[b'MY_SECRET_THING={M}', b'PATH=/bin', b'MAX_TOKENS=5']"
    )
    assert text_of({"DB_PASSWORD": "abc", "HOME": "/root"}) == (
        f"{{'DB_PASSWORD': {M}, 'HOME': '/root'}}"
    )


def test_a_command_in_a_text_is_masked_likewise() -> None:
    assert mask_text("app --password hunter2 -h db") == f"app --password {M} -h db"
    assert mask_text("app --api-key=abc -h db") == f"app --api-key={M} -h db"


@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_command_can_be_masked(argv: list[str]) -> None:
    assert len(mask_arguments(argv)) == len(argv)


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
