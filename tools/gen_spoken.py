"""Write src/atfault/text/spoken.tsv: what compilers, linkers and make say in other languages.

    python tools/gen_spoken.py FOLDER

FOLDER holds the unpacked packages gcc-12-locales, binutils-common, make and libc-l10n of Debian
(apt-get download …; dpkg-deb -x …): the translations are read from their message catalogues.
"""

from __future__ import annotations

import gettext
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "src", "atfault", "text", "spoken.tsv")
SEVERITIES = {
    "error: ": "error",
    "fatal error: ": "fatal",
    "internal compiler error: ": "internal",
    "sorry, unimplemented: ": "error",
    "warning: ": "warning",
    "note: ": "note",
}
LINKER = {
    "%X%C: undefined reference to `%T'\n": "undefined",
    "%X%B: undefined reference to `%T'\n": "undefined",
    "%X%H: undefined reference to `%pT'\n": "undefined",
    "%X%C: undefined reference to `%pT'\n": "undefined",
    "%X%pB: undefined reference to `%pT'\n": "undefined",
    "%X%C: multiple definition of `%T'\n": "twice",
    "%X%C: multiple definition of `%pT'\n": "twice",
    "%X%P: cannot find %s\n": "library",
    "%P: cannot find %s\n": "library",
    "%P: cannot find %s: %E\n": "library",
    "%X%P: cannot find %s: %E\n": "library",
}
NO_RULE = "%sNo rule to make target '%s', needed by '%s'%s"
ERRORS = {
    "No such file or directory": "missing",
    "No space left on device": "full",
    "Cannot allocate memory": "memory",
}


def catalogues(folder: str, name: str):
    """The translations of every language: source text → text."""
    for path in sorted(glob.glob(f"{folder}/**/LC_MESSAGES/{name}.mo", recursive=True)):
        with open(path, "rb") as file:
            yield {k: v for k, v in gettext.GNUTranslations(file)._catalog.items() if v}


def words(folder: str) -> dict[str, str]:
    """Word in front of a diagnostic's colon, in lower case → its severity."""
    found = {}
    for catalogue in catalogues(folder, "gcc-12"):
        for text, severity in SEVERITIES.items():
            word = catalogue.get(text, text).strip().rstrip(":：").strip().lower()
            if word:
                found.setdefault(word, severity)
    return found


def sentences(folder: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """What is said → the texts before and behind the name that it is said of."""
    found: dict[str, dict[tuple[str, ...], None]] = {}
    for catalogue in catalogues(folder, "ld"):
        for text, what in LINKER.items():
            said = catalogue.get(text, "").strip()
            said = re.sub(r"^(?:%X)*%(?:C|B|P|H|pB)(?:%X)?\s*[:：]?\s*", "", said)
            said = re.sub(r"\s*[:：]?\s*%E$", "", said)
            add(found, what, re.split(r"%p?[Ts]", said))
    for catalogue in catalogues(folder, "make"):
        add(found, "no-rule", catalogue.get(NO_RULE, "").split("%s")[1:3])
    return {what: tuple(sorted(texts)) for what, texts in sorted(found.items())}


def add(found: dict[str, dict[tuple[str, ...], None]], what: str, parts: list[str]) -> None:
    """One sentence, without the quotes round the name; none of which nothing would be left."""
    quotes = " `'‘’»«„“”「」\"\\\xa0,，、:"
    bare = tuple(" ".join(part.split()).strip(quotes) for part in parts)
    if len(bare) == 2 and max(map(len, bare)) > 2 and "%" not in "".join(bare):
        found.setdefault(what, {})[bare] = None


def errors(folder: str) -> dict[str, str]:
    """Text of an errno → what it means here."""
    found = dict(ERRORS)
    for catalogue in catalogues(folder, "libc"):
        for text, what in ERRORS.items():
            if text in catalogue:
                found.setdefault(catalogue[text], what)
    return found


def main(folder: str) -> None:
    rows = [("of", "means", "text", "behind")]
    rows += [("severity", what, text, "") for text, what in sorted(words(folder).items())]
    rows += [("errno", what, text, "") for text, what in sorted(errors(folder).items())]
    rows += [
        ("sentence", what, *parts) for what, every in sentences(folder).items() for parts in every
    ]
    with open(TARGET, "w", encoding="utf-8") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)


if __name__ == "__main__":
    main(sys.argv[1])
