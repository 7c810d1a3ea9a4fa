"""Names and texts that look like secrets.

Two questions: does a name (variable, attribute, dict key, option of a command) say that its value
is secret, and does a text look like one whatever it is called (a token, a URL with a password in
it)? Both err on the side of masking texts; numbers are hidden only where the name leaves no doubt,
because `token` and `key` name numbers in half of all programs.

The same rules hold for whatever a report shows: values, source lines (`masked_source`), command
lines (`masked_command`), and the sentences that are made of them (`cleaning`).
"""

from __future__ import annotations

import re

SHOWN, TEXTS, EVERYTHING = 0, 1, 2
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
        "apikeys",
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
    """SHOWN, TEXTS (mask str and bytes) or EVERYTHING (numbers as well) for a value of this name.

    >>> [level_of(n) for n in ("password", "API_KEY", "token", "sort_key", "tokenizer", "monkey")]
    [2, 2, 1, 0, 0, 0]
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
    level = SHOWN
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        if word in _EVERYTHING or word in _JOINED:
            return EVERYTHING
        if word in ("key", "keys") and before in _KEY_OWNERS:
            return EVERYTHING
        if word in _TEXTS and not (word == "key" and before in _HARMLESS_KEYS):
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
        return level == EVERYTHING
    if value.lower() in _PLAIN_VALUES:
        return False
    is_number = value.replace(".", "", 1).replace("_", "").isdigit()
    return not is_number or _words(name[:200])[-1:] in ([code] for code in _CODES)


def option_of(word: str) -> str:
    """The name of an option whose value, the next word of a command line, may be secret:
    "--api-key" → "api-key"; "" for all other words."""
    found = re.fullmatch(_OPTION, word[:200]) if word.startswith("-") else None
    if found is None or level_of(found[1]) == SHOWN or _words(found[1])[0] in _ABOUT:
        return ""
    return found[1]


def may_be_secret(key: str) -> bool:
    """Whether a key of a dict with a secret name may be a secret itself (`sessions[…]`): it is long
    and has digits, as no name of a field does."""
    return len(key) >= 16 and any(map(str.isdigit, key))


# -- texts -----------------------------------------------------------------------------------------

_TOKEN_STARTS = (
    ("eyJ", 20),  # JSON Web Token: base64 of '{"'
    ("AKIA", 16),  # AWS access key id
    ("ASIA", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xapp-", 16),
    ("npm_", 30),
    ("AIza", 30),
    ("hf_", 20),
    ("pypi-", 20),
)
"""(how a well-known kind of token begins, characters that it has at least)."""
_HINTS = (
    *("://", "earer ", "asic ", "-----BEGIN", "=", ":", "-"),
    *(start for start, _ in _TOKEN_STARTS),
)
_SHORTEST = 6
"""Nothing shorter is recognised as a secret."""
_SCHEMES = ("Bearer ", "bearer ", "Basic ")
_TOKEN_EXTRA = "-_.~+/="
_ASSIGNED = (
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "apikey",
    "access_key",
    "secret_key",
    "private_key",
    "authorization",
    "client_secret",
    "access_token",
    "refresh_token",
    "auth_token",
    "pw",
)
_SHORT = ("pw", "pwd")
"""Of those, what is the end of longer names, too."""


def mask_text(text: str, cut: bool = False) -> str:
    """`text` with the parts that look like secrets replaced by <masked>.

    cut: the text goes on beyond what was read, so an opening without its end counts as well.
    """
    if len(text) < _SHORTEST or not any(map(text.__contains__, _HINTS)):
        return text
    if "-----BEGIN" in text and "PRIVATE KEY" in text:
        return MASK
    entry = re.fullmatch(_ENTRY, text) if "=" in text else None
    if entry is not None and hides(entry[1], entry[2]):
        return f"{entry[1]}={MASK}"
    login = re.fullmatch(_LOGIN, text) if "@" in text else None
    if login is not None:
        return f"{login[1]}:{MASK}@{login[2]}"
    text = _mask_urls(text, cut)
    if "-" in text:
        text = re.sub(_IN_COMMAND, _without_value, text)
    return _mask_tokens(_mask_schemes(_mask_assigned(text)))


def mask_forms(text: str, cut: bool = False) -> str:
    """As `mask_text`, but only what is a secret by its form: for code, where `key=…` is none."""
    if len(text) < _SHORTEST or not any(map(text.__contains__, _HINTS)):
        return text
    return _mask_tokens(_mask_schemes(_mask_urls(text, cut)))


_ENTRY = r"(?s)([A-Z_][A-Z0-9_]{0,100})=(.+)"
"""One variable of an environment."""
_LOGIN = r"([\w.+-]{1,80}):(?![\d.]+@)[^@\s/]{1,200}@([\w.-]+[\w/:.-]*)"
"""user:password@host, without a scheme."""
_IN_COMMAND = r"(?<!\S)(--?([A-Za-z][\w.-]{0,80})(?:=|[ \t]+))(\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'-]\S*)"
"""(an option with what follows, its name, its value)."""


def _without_value(found: re.Match[str]) -> str:
    lead, name, value = found.groups()
    if option_of(f"-{name}") and hides(name, value.strip("\"'")) and MASK not in value:
        return lead + MASK
    return found[0]


def _first_of(text: str, characters: str) -> int:
    """Index of the first of `characters` in `text`; its length when there is none."""
    return min((at for at in map(text.find, characters) if at >= 0), default=len(text))


def _mask_urls(text: str, cut: bool) -> str:
    """scheme://user:password@host → scheme://user:<masked>@host

    A password may hold "@", "/", "?" and "#" where the program does not escape it, so it reaches to
    the last "@" of the URL; `host:80/a@b` has none, as a port is a number.
    """
    out = ""
    while True:
        head, mark, rest = text.partition("://")
        out += head + mark
        if not mark:
            return out
        url_end = _first_of(rest, " \t\r\n\"'<>")
        host_end = min(url_end, _first_of(rest, "/?#"))
        authority = rest[:host_end]
        user, colon, password = authority.partition(":")
        at = rest.rfind("@", 0, url_end)
        possible = colon and "@" not in user and not user.startswith("[")
        if possible and at >= 0 and ("@" in password or not password.isdigit()):
            out += f"{user}:{MASK}"
            text = rest[at:]
        elif possible and at < 0 and cut and url_end == len(rest) and not password.isdigit():
            return f"{out}{user}:{MASK}"
        else:
            out += authority
            text = rest[host_end:]


def _mask_tokens(text: str) -> str:
    for start, length in _TOKEN_STARTS:
        at = text.find(start)
        while at >= 0:
            end = at + len(start)
            while end < len(text) and (text[end].isalnum() or text[end] in _TOKEN_EXTRA):
                end += 1
            before = text[at - 1] if at else " "
            if end - at >= length and not before.isalnum():
                text = text[:at] + MASK + text[end:]
                end = at + len(MASK)
            at = text.find(start, end)
    return text


def _mask_schemes(text: str) -> str:
    """`Bearer abc…` and `Basic abc…` of an Authorization header."""
    for scheme in _SCHEMES:
        at = text.find(scheme)
        while at >= 0:
            begin = end = at + len(scheme)
            while end < len(text) and (text[end].isalnum() or text[end] in _TOKEN_EXTRA):
                end += 1
            word = text[begin + 1 : end]
            if end - begin >= 8 and (scheme != "Basic " or not (word.isalpha() and word.islower())):
                text = text[:begin] + MASK + text[end:]
                end = begin + len(MASK)
            at = text.find(scheme, end)
    return text


def _mask_assigned(text: str) -> str:
    """password=…, "token": "…", api_key: … inside a longer text; a header's scheme with it."""
    lowered = text.lower().replace("-", "_")
    if len(lowered) != len(text):
        return text
    for name in _ASSIGNED:
        at = lowered.find(name)
        while at >= 0:
            if name in _SHORT and lowered[at - 1 : at].isalnum():  # "npw=3"
                at = lowered.find(name, at + 1)
                continue
            begin = at + len(name)
            while begin < len(text) and text[begin] in "\"' ":
                begin += 1
            end = begin
            if begin < len(text) and text[begin] in "=:":
                begin += 1
                while begin < len(text) and text[begin] in "\"' ":
                    begin += 1
                end = begin
                if text.startswith(_SCHEMES, begin):
                    end = text.index(" ", begin) + 1
                while end < len(text) and text[end] not in " \t\r\n\"'&;,})]>":
                    end += len(MASK) if text.startswith(MASK, end) else 1
                if end > begin and not text.startswith(MASK, begin):
                    text = text[:begin] + MASK + text[end:]
                    lowered = text.lower().replace("-", "_")
                    end = begin + len(MASK)
            at = lowered.find(name, max(end, at + len(name)))
    return text
