"""Which kind of failure a line tells of, by its words, where no row and no reader knows it.

    ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. …
    → configuration, by "only support", "comput capabil"

A line is a bag of stems, of kinds of things (<path>, <version>, <lib>) and of pairs of them that
follow each other. `likeness.tsv` holds what each of them tells for and against each cause; it is
made from messages of which the cause is known, and from lines that tell of none
(tools/gen_likeness.py), and is read when it is first asked for.
"""

import math
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from atfault.model.findings import SourceLine
from atfault.model.given import Likeness
from atfault.text.ends import end_in
from atfault.text.lines import LogLine
from atfault.text.messages import REMARK, is_of_others, is_of_program
from atfault.text.outcome import MAX_SCORED, severity_of

SURE, LIKELY_ENOUGH, WITHOUT_SEVERITY = 0.9, 0.5, 0.7
"""Of the score, from 0 to 1. Of texts that had no part in it nine in ten are right above the first;
a line with no word of a failure needs the last."""
PART, MAX_QUOTED = 0.5, 3
"""How much of that a further line needs that is quoted for the same cause."""
SEVERE = 2
MAX_TEXT, MAX_WORDS, MAX_PLAIN = 600, 4, 300
"""MAX_PLAIN: lines at the end of which those without a word of a failure are looked at, too."""
SAYS_NOTHING = ("none", "rank-died", "worker-died")
"""Lines of no cause, and of what only came of another failure."""
OOV, OOV_PAIR = 0.5, 0.15
"""How much a word that is not known counts against what is known of a line."""
_SCALE = 10
_CANNOT = re.compile(
    r"(?i)\b(?:can ?not|can't|couldn't|could not|unable to|fail(?:ed|s|ure)? to|didn't|did not"
    r"|do(?:es)? ?n[o']t|do(?:es)? not|(?:is|are|was|were|has|have) ?n[o']t|not able to)\b"
)
_KINDS = re.compile(
    r"(?P<code>\bSIG[A-Z]{3,6}\b|\b(?:[Ss]ignal|[Ee]xit ?code|[Ss]tatus|[Ee]rrno|WinError|[Ee]rror)"
    r":? -?\d{1,10}\b|\b0xc[0-9a-fA-F]{7}\b)"
    r"|(?P<url>\b[a-z][a-z0-9+]{1,8}://\S{1,300})"
    r"|(?P<lib>(?<![\w./\\-])[\w.+@/\\:-]{1,200}\.(?:so|dll|dylib|pyd)\b[\d.]{0,12})"
    r"|(?P<header>(?<![\w./\\-])[\w./\\+-]{0,200}\w\.(?:h|hpp|hh|hxx|cuh|inc|mod)\b)"
    r"|(?P<path>(?<!\w)(?:[A-Za-z]:)?(?:[\w.+@~-]{0,100}[/\\]){1,30}[\w.+@%-]{0,100})"
    r"|(?P<file>(?<![\w-])[\w-]{1,80}\.(?:py|c|cc|cpp|cu|cxx|rs|go|java|jl|f90|pyx|toml|json|ya?ml|cfg"
    r"|ini|txt|whl|npy|bin|csv|parquet|hdf5|nc|log|o|a|exe|jar|cs|pth?)\b(?::\d{1,7}){0,2})"
    r"|(?P<host>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|(?<![\w.-])[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b)"
    r"|(?P<hex>\b0x[0-9a-fA-F]{1,16}\b|\b(?=[a-f]{0,8}\d)(?=\d{0,8}[a-f])[0-9a-f]{8,64}\b)"
    r"|(?P<option>(?<![\w-])--?[A-Za-z][\w-]{0,60})"
    r"|(?P<size>\b\d{1,12}(?:\.\d{1,6})?\s?(?:[KMGT]i?B?|bytes|kB)\b)"
    r"|(?P<version>\bv?\d{1,6}\.\d{1,6}(?:\.\w{1,30}){0,4}\b)"
    r"|(?P<number>\b\d{1,30}\b)"
)
_WORD = re.compile(r"<[^<>]{1,40}>|[^\W\d]\w{0,80}")
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+")
_ENDING = re.compile(r"(?:ations?|ings?|ions?|ments?|ally|ly|ed|es|s|able|ible|e)$")
_STOP = frozenset(
    "the a an of to in on at by for with is are was were be been it its this that and or as from"
    " has have had you your we i".split()
)


class _Weights(NamedTuple):
    causes: tuple[str, ...]
    bias: tuple[float, ...]
    oov: float
    """How rare a word is that is not known."""
    rows: dict[str, str]
    """Word → how rare it is, a tab, and "index of a cause:weight …"."""


def words_of(text: str) -> frozenset[str]:
    """The bag of words of a line."""
    text = _KINDS.sub(_kind, _CANNOT.sub(" cannot ", text[:MAX_TEXT]))
    plain: list[str] = []
    whole: list[str] = []
    for match in _WORD.finditer(text):
        if match[0][0] == "<":
            plain.append(match[0])
            continue
        parts = [part for part in _PARTS.split(match[0]) if part]
        if len(parts) > 1:
            whole.append("=" + match[0].lower().strip("_"))
        plain += [_stem(part.lower()) for part in parts if part.lower() not in _STOP]
    pairs = (f"{one} {other}" for one, other in pairwise(plain))
    return frozenset((*plain, *whole, *pairs))


def _kind(match: re.Match[str]) -> str:
    kind = match.lastgroup
    return f" <{match[0].lower().replace(':', '').replace(' ', '~') if kind == 'code' else kind}> "


def _stem(word: str) -> str:
    stem = _ENDING.sub("", word) if len(word) > 4 else word
    return stem if len(stem) > 2 else word


def likeness_in(lines: Sequence[LogLine]) -> Likeness | None:
    """The lines of a text that tell a cause most clearly; None where none does."""
    told: list[tuple[float, str, SourceLine, frozenset[str]]] = []
    for line, is_severe, alone, joined in _candidates(lines[-MAX_SCORED:]):
        less = 1 if is_severe else LIKELY_ENOUGH / WITHOUT_SEVERITY
        score, cause, words = max(
            ((*_best(one), one) for one in (alone, joined)), key=itemgetter(0)
        )
        if score * less >= LIKELY_ENOUGH * PART:
            told.append((score * less, cause, line, words))
    told.sort(key=itemgetter(0), reverse=True)
    if not told or told[0][0] < LIKELY_ENOUGH:
        return None
    score, cause, _, words = told[0]
    quoted = tuple([one[2] for one in told if one[1] == cause][:MAX_QUOTED])
    return Likeness(
        cause, quoted, _telling(words, cause), "likely" if score >= SURE else "possible"
    )


def _candidates(
    lines: Sequence[LogLine],
) -> Iterator[tuple[SourceLine, bool, frozenset[str], frozenset[str]]]:
    """(line, whether it has a word of a failure, its words, those with the line behind it) of each
    that may say what failed."""
    seen = set()
    kept = [(line, text) for line in lines if len(text := line.text.strip()[:MAX_TEXT]) > 7]
    severe = {text for _, text in kept if severity_of(text) >= SEVERE or end_in(text) is not None}
    for at, (line, text) in enumerate(kept):
        if text not in severe and at < len(kept) - MAX_PLAIN:
            continue
        remarked = REMARK.search(text) is not None and "NCCL WARN" not in text
        alone = words_of(text)
        if alone in seen or remarked or is_of_others(line.text) or is_of_program(text):
            continue
        seen.add(alone)
        behind = words_of(kept[at + 1][1]) if at + 1 < len(kept) else frozenset[str]()
        yield SourceLine(line.number, text), text in severe, alone, alone | behind


def scores_of(words: Iterable[str]) -> dict[str, float]:
    """Cause → how much the words speak for it; all together 1. {} where none is known."""
    known = _weights()
    total, length, shares = list(known.bias), 0.0, []
    for word in words:
        row = known.rows.get(word)
        if row is None:
            length += known.oov**2 * (OOV_PAIR if " " in word else OOV)
            continue
        rare, weights = _row(row)
        length += rare * rare
        shares.append((rare, weights))
    if not shares:
        return {}
    length = math.sqrt(length) * _SCALE
    for rare, weights in shares:
        for at, weight in weights:
            total[at] += rare * weight / length
    highest = max(total)
    raised = [math.exp(one - highest) for one in total]
    every = sum(raised)
    return {cause: one / every for cause, one in zip(known.causes, raised)}


def _best(words: frozenset[str]) -> tuple[float, str]:
    told = [
        (score, cause) for cause, score in scores_of(words).items() if cause not in SAYS_NOTHING
    ]
    return max(told, default=(0.0, ""))


def _telling(words: frozenset[str], cause: str) -> tuple[str, ...]:
    """Those of its words that speak most for the cause."""
    known = _weights()
    index = known.causes.index(cause)
    much = []
    for word in words & known.rows.keys():
        rare, weights = _row(known.rows[word])
        much.append((rare * dict(weights).get(index, 0), word))
    return tuple(word for weight, word in sorted(much, reverse=True)[:MAX_WORDS] if weight > 0)


@cache
def _row(row: str) -> tuple[float, tuple[tuple[int, int], ...]]:
    rare, _, weights = row.partition("\t")
    parted = (one.split(":") for one in weights.split())
    return int(rare) / _SCALE, tuple((int(at), int(weight)) for at, weight in parted)


@cache
def _weights() -> _Weights:
    path = os.path.join(os.path.dirname(__file__), "likeness.tsv")
    with open(path, encoding="utf-8") as file:
        rarest, *heads = file.readline().rstrip("\n").split("\t")
        rows = {word: row for word, _, row in (line.partition("\t") for line in file)}
    causes = [one.split("=") for one in heads]
    bias = tuple(int(weight) / _SCALE for _, weight in causes)
    return _Weights(tuple(cause for cause, _ in causes), bias, int(rarest) / _SCALE, rows)
