"""Names and texts that look like secrets.

Two questions: does a name (variable, attribute, dict key, option of a command) say that its value
is secret, and does a text look like one whatever it is called (a token, a URL with a password in
it: `secret_texts`)? Both err on the side of masking texts; numbers are hidden only where the name
leaves no doubt, because `token` and `key` name numbers in half of all programs.

The same rules hold for whatever a report shows: values, source lines and command lines
(`masked`), and the sentences that are made of them (`cleaning`).
"""

from __future__ import annotations

import re

SHOWN, LOOKS, TEXTS, EVERYTHING = 0, 1, 2, 3
"""Of LOOKS those texts alone that look like a secret are masked."""
MASK = "<masked>"

_EVERYTHING = frozenset(
    {
        "password",
        "passwords",
        "passwd",
        "passphrase",
        "pwd",
        "secret",
        "secrets",
        "credential",
        "credentials",
        "creds",
    }
)
_TEXTS = frozenset(
    {
        "pw",
        "pass",
        "passcode",
        "token",
        "tokens",
        "key",
        "auth",
        "authorization",
        "authentication",
        "bearer",
        "cookie",
        "cookies",
        "session",
        "sessions",
        "sessionid",
        "dsn",
        "jwt",
        "csrf",
        "xsrf",
        "otp",
        "totp",
        "pin",
        "salt",
        "nonce",
        "signature",
        "sig",
        "hmac",
        "apikeys",
        "private",
        "signing",
        "webhook",
        "webhooks",
    }
)
_JOINED = frozenset(
    {
        "apikey",
        "authkey",
        "privatekey",
        "accesskey",
        "secretkey",
        "signingkey",
        "encryptionkey",
    }
)
_ENDS = ("password", "passwd", "passphrase", "secret", "apikey", "accesskey", "secretkey")
"""Of words that were written as one: PGPASSWORD, sharedaccesskey."""
_PAT_OWNERS = frozenset("github gitlab gh gl azure ado devops bitbucket docker jira".split())
"""X_PAT is a personal access token; otherwise it may be a pattern."""
_KEY_OWNERS = frozenset(
    {
        "api",
        "private",
        "access",
        "secret",
        "signing",
        "encryption",
        "ssh",
        "aws",
        "account",
        "master",
        "client",
        "license",
    }
)
"""X_key and X_keys are secret whatever they hold."""
_HARMLESS_KEYS = frozenset(
    {
        "sort",
        "primary",
        "foreign",
        "cache",
        "group",
        "public",
        "row",
        "partition",
        "map",
        "column",
        "lookup",
        "dict",
        "item",
        "index",
        "order",
        "config",
        "natural",
        "hot",
        "press",
        "missing",
        "unexpected",
        "this",
        "next",
        "prev",
        "last",
        "first",
    }
)
"""X_key is no secret."""

_levels: dict[str, int] = {}
_MAX_KEPT = 10_000


def level_of(name: str) -> int:
    """SHOWN, LOOKS, TEXTS (mask str and bytes) or EVERYTHING (numbers as well) for a value of this
    name.

    >>> [level_of(n) for n in ("password", "API_KEY", "token", "key", "sort_key", "tokenizer")]
    [3, 3, 2, 1, 0, 0]
    """
    level = _levels.get(name)
    if level is None:
        if len(_levels) > _MAX_KEPT:
            _levels.clear()
        level = _levels[name] = _level(_words(name[:200]))
    return level


def _words(name: str) -> list[str]:
    """accessToken, ACCESS_TOKEN, access-token2 → ["access", "token"]."""
    words: list[str] = []
    word = ""
    for index, c in enumerate(name):
        if not c.isalpha():
            words.append(word)
            word = ""
            continue
        if c.isupper() and word:
            after = name[index + 1 : index + 2]
            if word[-1].islower() or after.islower():
                words.append(word)
                word = ""
        word += c
    words.append(word)
    return [word.lower() for word in words if word]


def _level(words: list[str]) -> int:
    if words == ["key"]:  # of a loop over a dict, a sort, a cache: seldom one that is secret
        return LOOKS
    level = SHOWN
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        if word in _EVERYTHING or word in _JOINED or word.endswith(_ENDS):
            return EVERYTHING
        if word in ("key", "keys") and before in _KEY_OWNERS:
            return EVERYTHING
        if word in _TEXTS and not (word == "key" and before in _HARMLESS_KEYS):
            level = TEXTS
        if word == "pat" and before in _PAT_OWNERS:
            level = TEXTS
    return level


_CODES = ("pass", "pw", "passcode", "pin", "otp", "totp")
"""Names whose secrets often are numbers."""
_PLAIN_VALUES = frozenset("true false yes no on off none null auto".split())
_ABOUT = frozenset("no ask prompt without skip".split())
"""First words of an option that takes no secret: --no-password, --ask-pass."""
_OPTION = r"--?([A-Za-z][\w.-]*)"


def hides(name: str, value: str) -> bool:
    """Whether `value`, of which no more is known than its text, is secret under this name: numbers
    and words like "true" are shown unless the name leaves no doubt."""
    level = level_of(name)
    if level != TEXTS:
        return hides_text(level, value) if level == LOOKS else level == EVERYTHING
    if value.lower() in _PLAIN_VALUES:
        return False
    is_number = value.replace(".", "", 1).replace("_", "").isdigit()
    return not is_number or _words(name[:200])[-1:] in ([code] for code in _CODES)


_SURE = frozenset(
    "token tokens authorization bearer jwt passcode pw csrf otp cookie cookies".split()
)
"""Names of texts whose values are secret in the midst of a text, too; `key: value` may be prose."""


def is_certain(name: str, value: str) -> bool:
    """As `hides`, for a name and a value somewhere in a text: the value of a name with many
    meanings, such as key, must look like a secret."""
    if not hides(name, value):
        return False
    if level_of(name) == EVERYTHING or may_be_secret(value):
        return True
    return not _SURE.isdisjoint(_words(name[:200]))


def option_of(word: str) -> str:
    """The name of an option whose value, the next word of a command line, may be secret:
    "--api-key" → "api-key"; "" for all other words."""
    found = re.fullmatch(_OPTION, word[:200]) if word.startswith("-") else None
    if found is None or level_of(found[1]) == SHOWN or _words(found[1])[0] in _ABOUT:
        return ""
    return found[1]


def hides_text(level: int, text: str) -> bool:
    """Whether a text is masked under a name of that level."""
    if level != LOOKS:
        return level != SHOWN
    is_mixed = not text.islower() and not text.isupper() and not any(map(str.isspace, text))
    return may_be_secret(text) or (len(text) >= 16 and is_mixed)


def may_be_secret(key: str) -> bool:
    """Whether a key of a dict with a secret name may be a secret itself (`sessions[…]`): it is long
    and has digits, as no name of a field does."""
    return len(key) >= 16 and any(map(str.isdigit, key))
