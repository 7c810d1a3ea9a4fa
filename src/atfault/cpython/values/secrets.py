"""Names and texts that look like secrets.

Two questions: does a name (variable, attribute, dict key) say that its value is secret, and does a
text look like one whatever it is called (a token, a URL with a password in it)? Both err on the
side of masking texts; numbers are hidden only where the name leaves no doubt, because `token` and
`key` name numbers in half of all programs.
"""

from __future__ import annotations

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
    ("github_pat_", 20),
    ("glpat-", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("AIza", 30),
    ("hf_", 20),
    ("pypi-", 20),
)
"""(how a well-known kind of token begins, characters that it has at least)."""
_HINTS = ("://", "earer ", "asic ", "-----BEGIN", "=", ":", *(start for start, _ in _TOKEN_STARTS))
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
)


def mask_text(text: str, cut: bool = False) -> str:
    """`text` with the parts that look like secrets replaced by <masked>.

    cut: the text goes on beyond what was read, so an opening without its end counts as well.
    """
    if len(text) < _SHORTEST or not any(map(text.__contains__, _HINTS)):
        return text
    if "-----BEGIN" in text and "PRIVATE KEY" in text:
        return MASK
    text = _mask_urls(text, cut)
    return _mask_tokens(_mask_schemes(_mask_assigned(text)))


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
    lowered = text.lower()
    if len(lowered) != len(text):
        return text
    for name in _ASSIGNED:
        at = lowered.find(name)
        while at >= 0:
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
                    lowered = text.lower()
                    end = begin + len(MASK)
            at = lowered.find(name, max(end, at + len(name)))
    return text
