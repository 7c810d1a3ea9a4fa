"""What a message says by its grammar, whoever prints it: what went wrong, as a general class
(`messages.tsv`), what it names, and what it asks its reader to do.

    Installed CUDA version 11.8 does not match the version torch was compiled with 12.4
    Kaleido requires Google Chrome to be installed. … install it by running: …
    google/protobuf/timestamp.proto: File not found.

Columns of `messages.tsv`: the `cause`; how `sure` it is that a message with such words tells why
the program failed; the class in `words`; parts of each such line in lower case (`key`, parted by
"|"); the `pattern`, of the line as `plain` makes it, and one that has to stand `near`; a line
`seen` that no row above takes. <word> stands for the words of `stems.tsv`: what may be used up, and
how that is said. Rows are phrases of the language, not of products.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, cast

from atfault.model.findings import Confidence
from atfault.model.given import HINT, Hit, HitKind
from atfault.text.lines import LogLine
from atfault.text.patterns import searched
from atfault.text.tables import table

BY_WORDS = "by-words"
"""`Hit.why` of one whose kind is known by such words alone."""
MAX_MESSAGE, MAX_LINE, MAX_MORE, MAX_NAMES, MAX_NEAR = 8000, 1000, 14, 8, 100
MAX_READ = 4000
"""Lines at the end of a text in which messages are looked for."""
MAX_FRAME = 40
"""Lines from one inside a frame to its rules."""
_GONE = (
    r"(?:not (?:be )?found|no such|not (?:available|installed|loaded|in (?:your )?PATH)"
    r"|does not exist|doesn't exist|can(?:not|'t| not) (?:find|locate|open|load|execute|be found)"
    r"|could(?:n't| not) (?:find|locate|open|load|be found)|unable to (?:find|locate|open|load)"
    r"|failed to (?:find|locate|open|load)|is missing|missing)"
)
_TELLING = re.compile(
    rf"(?i)\b{_GONE}\b|\b(?:undefined|unknown|unrecognized|unsupported|invalid|denied|mismatch"
    r"|incompatible|not (?:defined|compatible|supported|recognized|allowed|permitted|a valid)"
    r"|must be|is required|too (?:old|new)|did not match|conflict\w*|corrupt\w*)\b"
)
_IS_GONE = re.compile(rf"(?i)\b{_GONE}\b")
_THINGS = tuple(
    (cast(HitKind, one["kind"]), re.compile(one["pattern"])) for one in table("things.tsv")
)
"""Kinds of things that may not be there."""
_MAYBE = re.compile(
    r"(?i)\b(?:if|may(?! have been)|might|could|would|often|e\.g|such as|can be|perhaps|possibl[ey]"
    r"|in case|unless)\b"
)
"""Before a phrase of the same sentence: it tells of what may be."""
_MANY = re.compile(r"\b(?:potential|possible) (?:root )?(?:causes?|reasons?)\b")
"""Before a list of what it may be, as Ray writes them."""
_REFERS = re.compile(
    r"(?i)\bsee (?:the )?(?:inner|root|above|original|previous|underlying|full|logs?|error) ?\w*"
)
"""Of a message that another one, which says more, led to."""
_REASON = re.compile(r"^\s*(?:Caused by|Last error|Reason)\b")
_SENTENCE = re.compile(r"(?<=[.!;])\s+|\n|[()]")
_ASKS = re.compile(
    r"(?i)^(?:please|try|set|use|install|upgrade|update|downgrade|pass|check|make sure|ensure|run"
    r"|consider|increase|reduce|disable|enable|specify|provide|manually|restart|either|you (?:must"
    r"|should|need to|have to|can)|to (?:use|fix|resolve|avoid)|one option|(?:re)?compile with"
    r"|for (?:more|debugging))\b"
)
_INSIDE = re.compile(r"(?i)[,:] (?P<asks>(?:please|you (?:must|should|need to)|try|make sure)\b.*)")
_NAMES = re.compile(
    r"(?<!\w)[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8}\b|(?<!\S)--[a-z][\w-]{1,60}"
    r"|(?<![\w./+@-])/(?:[\w.+@-]{1,80}/){1,12}[\w.+@-]{1,80}|(?<![\w.+-])lib[\w+-]{1,80}\.so[\d.]*"
    r"|(?<![\w.-])[\w.-]{1,80}:\d{2,5}\b|\bpid \d{1,9}|(?<![\w.])\d{1,6}\.\d{1,6}[\w.]{0,30}"
)
REMARK = re.compile(
    r"\b(?:INFO|DEBUG|WARN(?:ING)?|DBG|INF)\b|(?i:\bwarning\b)|[a-z]Warning:"
    r"|(?:^|[\s\]])\[?[IW](?=\d{4} | \d{4}-| \S{1,200}\.(?:cc|cpp|cu|h|py):\d)"
)
"""What a logger does not take for a failure."""
RAISED = re.compile(
    r"^(?:[\w.]+\.)?(?P<type>(?:[A-Za-z_]\w*)?(?:Error|Exception|Failure|Mismatch|Fault))(?::|$)"
)
_OF_PROGRAM = re.compile(
    r"^(?:Type|Attribute|Key|Index|Name|UnboundLocal|ZeroDivision|Assertion|Syntax|Indentation"
    r"|Unicode\w+|ModuleNotFound|NotImplemented|Recursion|Typing|Lowering|Numba\w*|Unsupported"
    r"|Stop\w+)(?:Error|Exception)$"
)
"""Exceptions of a mistake in code, whose messages have such words as well."""
_SEVERE = re.compile(
    r"(?i)\b(?:error|fatal|fail(?:ed|ure)?|critical|cannot|unable|panic|(?:kill|terminat|cancell?|evict"
    r"|abort|exceed|crash|corrupt)(?:ed|ing)|terminated|aborted|deadlock|bug)\b|\bNCCL WARN\b"
    r"|^(?:reason|message|cause): "
)
_FRAME = re.compile(
    r'\s*(?:File "|at |#\d|\.\.\.)'
    r"|\s{4}(?!\s*(?:[A-Z]\w*(?: \w+)?:\s+\S|(?:fatal )?error: |[\w.-]{1,80}\.\w{1,4}:\d{1,7}: ))"
)
"""A line of a stack, or of the source below one: what says that it tells an error is none."""
_OF_OTHERS = re.compile(
    r"\[ *\d{1,8}\.\d{6}\] |.* = -1 E[A-Z]+ \(|.{1,400}(?: \.\.\.? ok|\b(?:PASSED|XFAIL)\b.*)$"
)
"""What the kernel writes into its own log, of which others read; what strace shows of calls; the
name of a test that went as it should."""
_PATH = re.compile(
    r"(?<![\w.])(?:[A-Za-z]:)?[/\\](?:[\w.+@:-]{1,100}[/\\]){1,20}[\w.+@-]{0,100}"
    r"|(?<![\w./])(?:[\w-]{1,60}/){0,20}[\w-]{1,60}\.(?:py|c|cc|cpp|go|rs)\b(?:::\w{1,100})*"
)
_TELLS = re.compile(r"/shm\b|\.so\b")
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z](?!\b))|_+")
_CANNOT = re.compile(
    r"\b(?:can ?not|can't|could ?n[o']t|could not|unable to|fail(?:ed|s|ure)? to|did ?n[o']t"
    r"|did not|do(?:es)? ?n[o']t|do(?:es)? not|(?:(?:is|are|was|were) ?n[o']t |not )able to)\b"
)
_RESOURCES: dict[str, HitKind] = {
    "out-of-memory": "memory", "disk-full": "disk", "network-error": "network",
    "shared-memory-full": "disk",
}  # fmt: skip


class Said(NamedTuple):
    """What a message says."""

    cause: str
    sure: Confidence
    words: str
    clause: str
    """The line that has them."""
    names: tuple[str, ...] = ()
    """Variables, options, paths, versions, libraries, hosts and processes in it."""
    asks: tuple[str, ...] = ()
    """What its reader is to do, in its own words."""


class _Row(NamedTuple):
    cause: str
    sure: str
    words: str
    keys: tuple[str, ...]
    pattern: re.Pattern[str]
    near: re.Pattern[str]
    seen: str


def said_of(message: str) -> Said | None:
    """What a message of one or more lines says; None for nothing that is known. Where one line is
    what another one came of, that comes first."""
    lines = [line.strip()[:MAX_LINE] for line in message[:MAX_MESSAGE].splitlines()]
    raised = RAISED.match(lines[0]) if lines else None
    if raised is not None and _OF_PROGRAM.match(raised["type"]):
        lines = lines[1:]
    reason = max((at for at, line in enumerate(lines) if _REASON.match(line)), default=0)
    found = [said for line in (*lines[reason:], *lines[:reason]) if (said := _class_of(line))]
    best = min(found, key=lambda one: one.sure != "likely", default=None)
    return best and best._replace(names=_names(best.clause), asks=tuple(_asked(message)))


def _class_of(line: str) -> Said | None:
    low = line.lower()
    text = plain(line)
    for sure in ("likely", "possible"):
        for row in rows():
            if row.sure == sure and any(key in low for key in row.keys):
                match = row.pattern.search(text)
                if match is not None and not _is_maybe(text, match.start()):
                    begin = max(0, match.start() - MAX_NEAR)
                    if row.near.search(text, begin, match.end() + MAX_NEAR):
                        return Said(row.cause, cast(Confidence, sure), row.words, line)
        gone = _IS_GONE.search(line) if sure == "likely" else None
        if gone is not None and not _is_maybe(line, gone.start()):
            kind, name = _thing(line)
            if kind in ("library", "tool") and ("." in name or kind == "tool"):
                return Said(f"missing-{kind}", "likely", f"{name} was not found", line)
    return None


def plain(text: str) -> str:
    """A line in lower case, with the words of names parted ("OOMKilled": "oom killed"), one word
    for all that could not be done, and without the words of paths."""
    text = _PATH.sub(lambda one: one[0] if _TELLS.search(one[0]) else "/", text)
    return _CANNOT.sub("cannot", _PARTS.sub(" ", text).lower())


def _is_maybe(line: str, at: int) -> bool:
    if line.endswith(("cannot be ", "not be "), 0, at):
        return True  # it is said that it was not so
    sentence = max(line.rfind(". ", 0, at), line.rfind("; ", 0, at), 0)
    if _ASKS.match(line, sentence + 2 * (sentence > 0), at):
        return True  # what is to be done is not what went wrong
    return (_MAYBE.search(line, sentence, at) or _MANY.search(line, 0, at)) is not None


def _thing(text: str) -> tuple[HitKind, str]:
    """(kind, name) of what is not there; ("compile", "") where that is not known."""
    found = ((kind, how.search(text)) for kind, how in _THINGS)
    return next(((kind, match["name"]) for kind, match in found if match), ("compile", ""))


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one[0] for one in _NAMES.finditer(text)))[:MAX_NAMES]


def _asked(message: str) -> Iterator[str]:
    """Its sentences that ask for something, three at most."""
    told = 0
    for sentence in _SENTENCE.split(message[:MAX_MESSAGE]):
        sentence = sentence.strip()
        inside = _INSIDE.search(sentence)
        asks = sentence if _ASKS.match(sentence) else inside["asks"] if inside else ""
        if len(asks) > 12 and told < 3:
            told += 1
            yield asks[:300]


def resource_in(text: str) -> HitKind | None:
    """What a line of a log says was used up or could not be reached."""
    if _resource_key().search(text.lower()) is None:
        return None
    if _SEVERE.search(text) is None and RAISED.match(text) is None:
        return None
    said = _class_of(text[:MAX_LINE])
    return None if said is None else _RESOURCES.get(said.cause)


def messages_in(lines: Sequence[LogLine]) -> Iterator[tuple[int, Said, bool, bool]]:
    """(index, what it says, whether it is of an exception, whether it is severe) of each line that
    says what went wrong: of an exception's message, or one that calls itself an error, or stands in
    a frame; of another only where no doubt is about its words, and then it is but possible. What is
    only remarked is left out."""
    within = 0
    is_slip = False
    for at, line in list(enumerate(lines))[-MAX_READ:]:
        text = line.text.strip()[:MAX_LINE]
        raised = RAISED.match(text)
        if raised is not None:
            within, is_slip = MAX_MORE, _OF_PROGRAM.match(raised["type"]) is not None
        elif _FRAME.match(line.text[:400]) and "Caused by" not in text:
            continue
        if _OF_OTHERS.match(text):
            continue
        within -= 1
        low = text.lower()
        if not text or (is_slip and within > 0) or not _keyed(low):
            continue
        framed = _frame_of(lines, at)
        severe = within > 0 or _SEVERE.search(text) is not None or bool(framed)
        if REMARK.search(framed or text) and not (within > 0 or "NCCL WARN" in text):
            continue
        said = _class_of(text)
        severe = severe and not _REFERS.search(text)
        if said is not None and (severe or said.sure == "likely"):
            yield at, said if severe else said._replace(sure="possible"), within > 0, severe


def _frame_of(lines: Sequence[LogLine], at: int) -> str:
    """The text that stands between two rules round a line, as MPI shows what it gives up for; "" of
    a line in no such frame."""
    above = next(
        (n for n in range(at - 1, at - MAX_FRAME, -1) if n >= 0 and _is_rule(lines[n])), -1
    )
    below = range(at + 1, min(at + MAX_FRAME, len(lines)))
    end = next((n for n in below if _is_rule(lines[n])), -1)
    if above < 0 or end < 0:
        return ""
    return "\n".join(line.text for line in lines[above + 1 : end])


def _is_rule(line: LogLine) -> bool:
    return line.text.startswith("----------") and not line.text.strip("-")


def message_at(lines: Sequence[LogLine], at: int) -> str:
    """The message that goes on behind a line, up to one that is of something else."""
    found = [lines[at].text.strip()]
    for line in lines[at + 1 : at + MAX_MORE]:
        if _FRAME.match(line.text) or REMARK.search(line.text) or RAISED.match(line.text.strip()):
            break
        found.append(line.text.strip())
    return "\n".join(found)


def is_telling(text: str) -> bool:
    """Whether a line has one of the words with which tools say what is wrong."""
    return len(text) < 600 and (_TELLING.search(text) is not None or _class_of(text) is not None)


def classed(hit: Hit) -> Hit:
    """A hit of no known kind, with its kind where the words say that something is not there."""
    if not _IS_GONE.search(hit.text):
        return hit
    kind, name = _thing(hit.text)
    return hit._replace(kind=kind, why=BY_WORDS, subject=name) if name else hit


def telling_hit(number: int, text: str) -> Hit:
    """What such a line says."""
    return classed(Hit("compile", number, text, "telling", rank=HINT))


def _keyed(low: str) -> bool:
    return _any_key().search(low) is not None


@cache
def _any_key() -> re.Pattern[str]:
    keys = sorted({key for row in rows() for key in row.keys} | {"lib", "program", "tool"})
    return re.compile("|".join(map(re.escape, keys)))


@cache
def _resource_key() -> re.Pattern[str]:
    keys = {key for row in rows() if row.cause in _RESOURCES for key in row.keys}
    return re.compile("|".join(map(re.escape, sorted(keys))))


@cache
def rows() -> tuple[_Row, ...]:
    stems = {f"<{one['stem']}>": one["words"] for one in table("stems.tsv")}

    def made(pattern: str) -> re.Pattern[str]:
        return searched(re.sub(r"(?<!\?P)<\w+>", lambda one: stems[one[0]], pattern))

    return tuple(
        _Row(
            one["cause"], one["sure"], one["words"], tuple(one["key"].split("|")),
            made(one["pattern"]), made(one["near"]), one["seen"],
        )
        for one in table("messages.tsv")
    )  # fmt: skip
