"""Texts that hold a secret, whatever they are called: the table of its shapes.

    a token by how it begins            ghp_…  AKIA…  xoxb-…  eyJ…                  _STARTS
    a token by its whole form           123456789:AA…  SK0123…                      _FORMS
    what follows a name                 password=…  "token": "…"  X-Amz-Signature=… _mask_assigned
    what follows an option              --password …                                _IN_COMMAND
    what follows other words            IDENTIFIED BY '…'  curl -u ada:…            _AFTER
    who logs in, in a URL               scheme://user:…@host                        _mask_urls

Which names are secret is asked of `secrets`. Every pattern takes time linear in the text: what may
be repeated is bounded, or begins where the one before cannot.
"""

from __future__ import annotations

import re

from atfault.model.secrets import (
    MASK,
    SHOWN,
    hides,
    is_certain,
    level_of,
    may_be_secret,
    option_of,
)

_STARTS = (
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
    ("gldt-", 16),
    ("glrt-", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("rk_test_", 16),
    ("whsec_", 20),
    ("xoxa-", 16),
    ("xoxb-", 16),
    ("xoxe-", 16),
    ("xoxp-", 16),
    ("xoxr-", 16),
    ("xoxs-", 16),
    ("xapp-", 16),
    ("npm_", 30),
    ("AIza", 30),
    ("ya29.", 20),
    ("GOCSPX-", 20),
    ("hf_", 20),
    ("pypi-", 20),
    ("rubygems_", 30),
    ("dckr_pat_", 20),
    ("dop_v1_", 30),
    ("doo_v1_", 30),
    ("shpat_", 30),
    ("shpss_", 30),
    ("shpca_", 30),
    ("hvs.", 24),
    ("hvb.", 24),
    ("lin_api_", 24),
    ("glsa_", 24),
    ("sntrys_", 24),
    ("ATATT3", 24),
    ("PMAK-", 24),
    ("AGE-SECRET-KEY-1", 40),
)
"""(how a well-known kind of token begins, characters that it has at least)."""
# Patterns are texts: `re` compiles each as it is first used, 0.1 ms, and most reports use few.
_FORMS = (
    ("SG.", r"SG\.[\w-]{16,40}\.[\w-]{16,80}"),  # SendGrid
    ("SK", r"SK[0-9a-f]{32}"),  # Twilio
    ("dapi", r"dapi[0-9a-f]{32}"),  # Databricks
    (":AA", r"\d{8,10}:AA[\w-]{33}"),  # a bot of Telegram
    (".", r"[MNO][\w-]{22,28}\.[\w-]{5,7}\.[\w-]{27,45}"),  # a bot of Discord
)
"""(what is in each such token, its form)."""
_AFTER = (
    # Webhooks, whose path is the secret.
    (("hooks.slack.com/",), r"(https://hooks\.slack\.com/)[^\s\"'<>]+"),
    (
        ("discord",),
        r"(https://(?:\w{1,20}\.)?discord(?:app)?\.com/api/webhooks/)[^\s\"'<>]+",
    ),
    (
        (".office.com/webhook",),
        r"(https://[\w.-]{1,100}\.office\.com/webhook\w{0,10}/)[^\s\"'<>]+",
    ),
    (("hooks.zapier.com/",), r"(https://hooks\.zapier\.com/)[^\s\"'<>]+"),
    # SQL, and sentences that quote one.
    (
        ("password", "passphrase", "dent"),
        r"(?i)(\b(?:PASSWORD|PASSPHRASE|IDENTIFIED\s{1,8}(?:WITH\s{1,8}\w{1,40}\s{1,8})?(?:BY|AS))"
        r"\s{1,8}(?:FOR\s{1,8}\S{1,80}\s{0,8}=\s{0,8})?[\"'])[^\"'\n]{1,400}",
    ),
    (
        ("token", "secret", "key"),
        r"(?i)(\b(?:token|secret|key)\s{1,4}[\"'])(?=\D{0,60}\d)[^\"'\s]{16,400}",
    ),
    (("login",), r"(\blogin\s{1,8}\S{1,80}\s{1,8}password\s{1,8})\S+"),  # .netrc
    (
        ("-u",),
        r"(?<!\S)((?:-u|-U|--user|--proxy-user)[ =]{0,2}[\w.@-]{1,80}:)(?!\d{1,10}(?!\S))\S+",
    ),
    (("sshpass",), r"(\bsshpass\s{1,4}-p\s{0,4})\S+"),
    (("cook",), r"(?i)(\b(?:set-)?cookie2?[\"']?:[ \t]{0,8})[^\r\n\"']+"),
    (
        ("author",),
        r"(?i)(\bauthorization:[ \t]{0,8})(?!<masked>)[A-Za-z][\w-]{1,30}[ \t]{1,4}[^\r\n]+",
    ),
)
"""(one of which is in the text, casefolded; (what stays) and, behind it, what is masked). The
words are without an i where the case does not matter: (?i) takes a dotless one for it."""
_MYSQL = r"\b(?:mysql|mariadb)"
_SHORT_PASSWORD = r"(?<!\S)(-p)(?!assword|ort\b)[^\s-]\S*"
_ELEMENT = r"<([A-Za-z][\w.:-]{0,60})>([^<>\n]{1,400})</"
_NAMED = r"(?<![\w.-])([A-Za-z_][\w.-]{0,80})\\?[\"']?[ \t]{0,4}(?:=>|[=:])[ \t]{0,8}\\?"
_STOPS = " \t\r\n\"'&;,})]><"
_SCHEME = r"(?i)(?:bearer|basic|token|digest|negotiate)[ \t]{1,4}"
_SHORTEST = 6
"""Nothing shorter is recognised as a secret."""
_SHORTEST_FORM = 34
_LONGEST_SCHEME = 16
_SCHEMES = ("Bearer ", "bearer ", "Basic ")
_TOKEN_EXTRA = "-_.~+/="
_ENTRY = r"(?s)([A-Z_][A-Z0-9_]{0,100})=(.+)"
"""One variable of an environment."""
_LOGIN = r"([\w.+-]{1,80}):(?![\d.]+@)[^@\s/]{1,200}@([\w.-][\w/:.-]*)"
"""user:password@host, without a scheme."""
_IN_COMMAND = r"(?<!\S)(--?([A-Za-z][\w.-]{0,80})(?:=|[ \t]+))(\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'-]\S*)"
"""(an option with what follows, its name, its value)."""


def mask_text(text: str, cut: bool = False) -> str:
    """`text` with the parts that look like secrets replaced by <masked>.

    cut: the text goes on beyond what was read, so an opening without its end counts as well.
    """
    if len(text) < _SHORTEST:
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
    if ":" in text or len(text.split(None, 1)) > 1:
        folded = text.casefold()
        for words, pattern in _AFTER:
            if any(word in folded for word in words):
                text = re.sub(pattern, _first_part, text)
    if "-p" in text and re.search(_MYSQL, text):
        text = re.sub(_SHORT_PASSWORD, _first_part, text)
    if "</" in text:
        text = re.sub(_ELEMENT, _without_content, text)
    return _mask_tokens(_mask_schemes(_mask_assigned(text)))


def mask_forms(text: str, cut: bool = False) -> str:
    """As `mask_text`, but only what is a secret by its form: for code, where `key=…` is none."""
    if len(text) < _SHORTEST:
        return text
    return _mask_tokens(_mask_schemes(_mask_urls(text, cut)))


def _first_part(found: re.Match[str]) -> str:
    return found[1] + MASK


def _without_content(found: re.Match[str]) -> str:
    return f"<{found[1]}>{MASK}</" if is_certain(found[1], found[2]) else found[0]


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
    the last "@" of the URL; `host:80/a@b` has none, as a port is a number. A user without a
    password may be a token.
    """
    parts = text.split("://")
    out = [parts[0]]
    for rest in parts[1:]:
        url_end = _first_of(rest, " \t\r\n\"'<>")
        host_end = min(url_end, _first_of(rest, "/?#"))
        authority = rest[:host_end]
        user, colon, password = authority.partition(":")
        at = rest.rfind("@", 0, url_end)
        possible = colon and "@" not in user and not user.startswith("[")
        if possible and at >= 0 and ("@" in password or not password.isdigit()):
            rest = f"{user}:{MASK}{rest[at:]}"
        elif possible and at < 0 and cut and url_end == len(rest) and not password.isdigit():
            rest = f"{user}:{MASK}"
        elif not colon and "@" in user and may_be_secret(user.partition("@")[0]):
            rest = MASK + rest[user.index("@") :]
        out.append(rest)
    return "://".join(out)


def _mask_tokens(text: str) -> str:
    for start, length in _STARTS:
        at = text.find(start)
        if at < 0:
            continue
        out, done = [], 0
        while at >= 0:
            end = at + len(start)
            while end < len(text) and (text[end].isalnum() or text[end] in _TOKEN_EXTRA):
                end += 1
            if end - at >= length and not (at and text[at - 1].isalnum()):
                out += [text[done:at], MASK]
                done = end
            at = text.find(start, end)
        text = "".join(out) + text[done:]
    if len(text) >= _SHORTEST_FORM:
        for part, form in _FORMS:
            if part in text:
                pattern = rf"(?<![A-Za-z0-9_-]){form}(?![A-Za-z0-9_-])"
                text = re.sub(pattern, MASK, text)
    return text


def _mask_schemes(text: str) -> str:
    """`Bearer abc…` and `Basic abc…` of an Authorization header."""
    for scheme in _SCHEMES:
        at = text.find(scheme)
        if at < 0:
            continue
        out, done = [], 0
        while at >= 0:
            begin = end = at + len(scheme)
            while end < len(text) and (text[end].isalnum() or text[end] in _TOKEN_EXTRA):
                end += 1
            word = text[begin + 1 : end]
            if end - begin >= 8 and (scheme != "Basic " or not (word.isalpha() and word.islower())):
                out += [text[done:begin], MASK]
                done = end
            at = text.find(scheme, end)
        text = "".join(out) + text[done:]
    return text


def _mask_assigned(text: str) -> str:
    """password=…, "token": "…", api_key: … inside a longer text; a header's scheme with it."""
    if "=" not in text and ":" not in text:
        return text
    out, done = [], 0
    for found in re.finditer(_NAMED, text):
        begin = found.end()
        if begin < done or level_of(found[1]) == SHOWN:
            continue
        begin, end = _value_at(text, begin)
        value = text[begin:end]
        if value and not value.startswith(MASK) and is_certain(found[1], value):
            out += [text[done:begin], MASK]
            done = end
    return "".join(out) + text[done:]


def _value_at(text: str, at: int) -> tuple[int, int]:
    """[begin, end) of the value that begins at `at`: what is quoted, or a word."""
    if text[at : at + 1] in ('"', "'"):
        end = _first_of_from(text, text[at] + "\n", at + 1)
        return at + 1, end - (text[end - 1] == "\\" and end > at + 1)
    scheme = re.match(_SCHEME, text[at : at + _LONGEST_SCHEME])
    end = at if scheme is None else at + scheme.end()
    while end < len(text) and text[end] not in _STOPS:
        end += 1
    if text.startswith(MASK, end):  # a part of it was masked before
        end += len(MASK)
    return at, end


def _first_of_from(text: str, characters: str, at: int) -> int:
    return min((i for i in (text.find(c, at) for c in characters) if i >= 0), default=len(text))
