"""Which names and texts are masked, and which are not."""

from __future__ import annotations

import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.model.secret_texts import mask_text
from atfault.model.secrets import EVERYTHING, SHOWN, TEXTS, level_of
from atfault.model.values import Value
from support.this_process import here, text_of


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "PASSWORD",
        "db_password",
        "userPassword",
        "passwd",
        "pwd",
        "passphrase",
        "secret",
        "client_secret",
        "SECRET_KEY",
        "api_key",
        "apikey",
        "apiKey",
        "API_KEY",
        "OPENAI_API_KEY",
        "private_key",
        "privateKey",
        "access_key",
        "AWS_SECRET_ACCESS_KEY",
        "credentials",
        "api_keys",
        "ssh_key",
        "encryptionKey",
        "my-password",
        "password2",
    ],
)
def test_names_that_leave_no_doubt(name: str) -> None:
    assert level_of(name) == EVERYTHING


@pytest.mark.parametrize(
    "name",
    [
        "token",
        "access_token",
        "accessToken",
        "tokens",
        "auth",
        "authorization",
        "Authorization",
        "X-Auth-Token",
        "cookie",
        "cookies",
        "session",
        "session_id",
        "sessionid",
        "dsn",
        "jwt_value",
        "csrf",
        "otp",
        "user_pass",
        "request.cookies",
        "bearer",
        "some_key",
    ],
)
def test_names_whose_texts_are_masked(name: str) -> None:
    assert level_of(name) == TEXTS


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "keyboard",
        "monkey",
        "tokenizer",
        "author",
        "authority",
        "sort_key",
        "primary_key",
        "foreign_key",
        "cache_key",
        "turkey",
        "keys",
        "missing_keys",
        "compass",
        "passed",
        "bypass",
        "sessional",
        "cookiecutter",
        "secretary",
        "passenger",
        "public_key",
        "keyword",
        "keywords",
        "donkey_ride",
        "spinner",
        "dictionary",
        "salty",
        "keyed",
    ],
)
def test_names_that_only_look_alike(name: str) -> None:
    assert level_of(name) == SHOWN


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("postgres://user:hunter2@db/x", "postgres://user:<masked>@db/x"),
        (
            "see https://a:b@c.d/e and ftp://u:p@h",
            "see https://a:<masked>@c.d/e and ftp://u:<masked>@h",
        ),
        ("redis://:pw@host:6379/0", "redis://:<masked>@host:6379/0"),
        ("mysql://u:p@ss/w0rd@host/db", "mysql://u:<masked>@host/db"),
        ("https://host:8080/path@x", "https://host:8080/path@x"),
        ("https://example.com/a?b=c", "https://example.com/a?b=c"),
        ("https://h/x?token=abc&y=1", "https://h/x?token=<masked>&y=1"),
        ("Bearer abcdefghijkl.mnop", "Bearer <masked>"),
        ("Authorization: Basic dXNlcjpwYXNzMTIz", "Authorization: <masked>"),
        ("https://user@host:8080/x", "https://user@host:8080/x"),
        ("http://[::1]:80/a@b", "http://[::1]:80/a@b"),
        ("Basic dXNlcjpwYXNzMTIz", "Basic <masked>"),
        ("Basic arithmetic", "Basic arithmetic"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "<masked>"),
        ("id AKIAIOSFODNN7EXAMPLE end", "id <masked> end"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ", "<masked>"),
        ("sk-proj-0123456789abcdefghij", "<masked>"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMII", "<masked>"),
        ("-----BEGIN CERTIFICATE-----\nMII", "-----BEGIN CERTIFICATE-----\nMII"),
        ("host=h password=hunter2 user=u", "host=h password=<masked> user=u"),
        ('{"password": "hunter2", "n": 1}', '{"password": "<masked>", "n": 1}'),
        ("the password is wrong", "the password is wrong"),
        ("https://hooks.slack.com/services/T0/B0/x1", "https://hooks.slack.com/<masked>"),
        (
            "https://discordapp.com/api/webhooks/1/ab",
            "https://discordapp.com/api/webhooks/<masked>",
        ),
        ("https://a.office.com/webhookb2/abc", "https://a.office.com/webhookb2/<masked>"),
        ("https://hooks.zapier.com/hooks/1", "https://hooks.zapier.com/<masked>"),
        ("the pa\u017fSword 'hunter2'", "the pa\u017fSword '<masked>'"),
        ("user u \u0131dentified by 'hunter2'", "user u \u0131dentified by '<masked>'"),
        ("the To\u212aen 'abcdefghijklmnop1'", "the To\u212aen '<masked>'"),
        ("machine h login ada password hunter2", "machine h login ada password <masked>"),
        ("curl -u ada:hunter2 h", "curl -u ada:<masked> h"),
        ("curl --proxy-user ada:hunter2 h", "curl --proxy-user ada:<masked> h"),
        ("ssh: sshpass -p hunter2 h", "ssh: sshpass -p <masked> h"),
        ("Set-Coo\u212aie: a=b; c=d", "Set-Coo\u212aie: <masked>"),
        ("author\u0131zation: Digest abc", "author\u0131zation: <masked>"),
        ("SG." + "a" * 20 + "." + "b" * 40, "<masked>"),
        ("SK" + "0" * 32, "<masked>"),
        ("dapi" + "f" * 32, "<masked>"),
        ("123456789:AA" + "x" * 33, "<masked>"),
        ("M" + "a" * 24 + "." + "b" * 6 + "." + "c" * 30, "<masked>"),
        ("risk-assessment-of-everything", "risk-assessment-of-everything"),
        ("task-0123456789", "task-0123456789"),
        ("plain text", "plain text"),
    ],
)
def test_texts(text: str, masked: str) -> None:
    assert mask_text(text) == masked


def test_a_password_cut_off_before_its_end_is_masked() -> None:
    assert mask_text("postgres://user:hunt", cut=True) == "postgres://user:<masked>"
    assert mask_text("http://localhost:80", cut=True) == "http://localhost:80"
    long = "x" * 100 + " postgres://user:" + "s" * 300 + "@host/db"
    assert "sss" not in text_of(long)


@given(st.text(max_size=80))
def test_any_text_can_be_masked(text: str) -> None:
    assert isinstance(mask_text(text), str)
    assert isinstance(mask_text(text, cut=True), str)


@given(st.text(max_size=40))
def test_any_name_has_a_level(name: str) -> None:
    assert level_of(name) in (SHOWN, TEXTS, EVERYTHING)


def test_a_variable_is_masked_by_its_name() -> None:
    assert text_of("hunter2", "password") == "<masked>"
    assert text_of(b"hunter2", "password") == "<masked>"
    assert text_of(bytearray(b"hunter2"), "token") == "<masked>"
    assert text_of(1234, "password") == "<masked>"
    assert here().decode(id(123456), "password").number is None  # type: ignore[union-attr]
    assert text_of(50256, "token") == "50256"
    assert text_of("hunter2", "name") == "'hunter2'"


def test_nothing_is_hidden_where_there_is_nothing_to_hide() -> None:
    assert text_of(None, "password") == "None"
    assert text_of("", "password") == "''"
    assert text_of(True, "use_password") == "True"


def test_attributes_and_keys_are_masked_by_their_names() -> None:
    thing = types.SimpleNamespace(user="me", password="hunter2", inner={"api_key": "k", "n": 1})
    assert text_of(thing) == (
        "SimpleNamespace(user='me', password=<masked>, inner={'api_key': <masked>, 'n': 1})"
    )
    assert text_of({"token": ["a", "b"], "count": 2}) == (
        "{'token': [<masked>, <masked>], 'count': 2}"
    )


def test_all_texts_below_a_secret_name_are_masked_but_not_the_names_of_fields() -> None:
    assert text_of({"user": "me", "n": 3}, "credentials") == "{'user': <masked>, 'n': <masked>}"
    assert text_of({"user": "me"}, "session") == "{'user': <masked>}"
    assert text_of({"a81bc81b-dead-4e5d-abff": 1}, "sessions") == "{<masked>: 1}"


def test_a_masked_value_appears_nowhere_in_the_result() -> None:
    thing = {"password": "hunter2hunter2", "url": "http://u:hunter2hunter2@h/"}
    value = here().decode(id(thing))
    assert isinstance(value, Value)
    assert "hunter2" not in repr(value)


def test_masking_can_be_switched_off() -> None:
    assert text_of("hunter2", "password", mask_secrets=False) == "'hunter2'"
    url = "http://u:p@h/"
    assert text_of(url, mask_secrets=False) == repr(url)


def test_what_is_called_key_and_no_more_is_masked_where_it_looks_like_a_secret() -> None:
    assert [text_of(one, "key") for one in ("north", "of the third row", b"id", 12)] == [
        "'north'",
        "'of the third row'",
        "b'id'",
        "12",
    ]
    for secret in ("sk4f90aa81c2e7d30b", "AbCdEfGhIjKlMnOpQr", b"sk4f90aa81c2e7d30b"):
        assert text_of(secret, "key") == "<masked>"
