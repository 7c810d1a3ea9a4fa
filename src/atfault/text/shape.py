"""The structure of a build's log: who printed which lines, and what became of it.

[2/43] Building CXX object a.o          ninja prints the output of an action whole, when it ends:
FAILED: a.o                             what is in no block of FAILED did not fail
…
make[1]: Entering directory '/src'      make -j mixes: the target of "*** [Makefile:6: unit13.o]
make: *** [Makefile:6: unit13.o] …      Error 1" tells whose the lines above are
CMake Error at CMakeLists.txt:9 (…):    goes on while lines are indented
Traceback (most recent call last):      until the line with the exception
configure:3051: checking for x          probes: their failures are no failures
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from atfault.text.ends import end_in
from atfault.text.lines import Kept, LogLine
from atfault.text.patterns import searched

FAILED = re.compile(r"^(?:ninja: )?FAILED: (?:\[code=\d+\] )?(?P<target>[^\n]*)")
STEP = re.compile(r"^\[\d{1,7}/\d{1,7}\] ")
_MAKE = re.compile(
    r"^\S*make(?P<level>\[\d+\])?: (?P<star>\*\*\* )?\[(?:[^\]]*?:\d+: )?(?P<target>[^\]]+?)\] "
    r"(?P<word>\S+) (?P<code>-?\d+|0x\w+)(?P<rest>.*)$"
)
_MAKE_TIGHT = re.compile(
    r"^\S*make(?:\[\d+\])?: \*\*\* \[(?:[^\]]*?[:：]\d+[:：] ?)?(?P<target>[^\]]+?)\]"
)
_ENTER = re.compile(
    r"^\S*make(?:\[\d+\])?: (?:Entering directory|\S.*?) ['`‘“„«]?(?P<path>/[^'’”“»]+)['’”“»]?$"
)
_PACKAGE_WORDS = ("Failed to build `", "ing wheel", "Collecting ", "Compiling ", "Preparing meta")
"""One of which is in each line that _PACKAGE is for."""
_PACKAGE = searched(
    r"(?:Failed to build `(?P<uv>[^`=]+)"
    r"|Building wheels? for (?P<wheel>[\w.+-]+)"
    r"|^Collecting (?P<collect>[\w.+-]+)"
    r"|^(?:ERROR: )?Failed building wheel for (?P<failed>[\w.+-]+)"
    r"|^Compiling (?P<crate>[\w-]+) v\d"
    r"|Preparing metadata .* for (?P<meta>[\w.+-]+))"
)
_PROBE_WORDS = (
    "_configtest", "conftest.", "CMakeTmp", "CMakeScratch", "cmTC_", "testfile.c", "sanitycheck",
    "meson-private/", "TryCompile-", "try_compile", "check_", "pkgconfig_test",
)  # fmt: skip
"""One of which is in each line that _PROBE is for."""
_PROBE = re.compile(
    r"_configtest\b|\bconftest\.|CMakeFiles/(?:CMakeTmp|CMakeScratch)|\bcmTC_|\btestfile\.c|sanitycheck|meson-private/"
    r"|CMakeTmp/|TryCompile-|/CMakeScratch/|try_compile|\bcheck_\w+\.c:|pkgconfig_test"
)
_LOOSE_PROBE = re.compile(
    r"^/(?:var/)?tmp/(?:tmp[\w-]{6,12}/)?(?:[\w-]*\.(?:c|cc|cpp|cxx|cu|f90)):"
)
"""A file in the folder for temporary ones: often that of a check in setup.py."""
_PROBE_LOG = re.compile(
    r"^(?:Performing C(?:XX|\+\+)? SOURCE FILE Test|The system is: |Determining if .* exist|kind: \"(?:try_compile|message)|events:"
    r"|Build started at \d{4}-|This file contains any messages produced by compilers while)"
)
_MESON_PROBE = re.compile(
    r"^(?:Running compile:|Compiler std(?:err|out):|Command line: |Code:$|Working directory: )"
)
BUILD = re.compile(
    r"^(?:\[\s*\d+%\] |\[\d+/\d+\] (?!\d|\[)(?=.*(?:[\w}]\.(?:o|obj|c|cc|cpp|cxx|cu|s|S|a|so|lib|dll|exe|f|f90|rs|go|pyx|py|cmake|stamp)\b|[A-Z]\w+ing\b|[A-Z]\w+ed\b|Install|Archive|/bin/|RUN |FROM |COPY ))|\S*make(?:\[\d+\])?: |-- (?:The (?:C|CXX|CUDA) compiler|Configuring|Detecting|Check)|CMake (?:Error|Warning)"
    r"|ninja: |The Meson build system|Collecting (?!environment information)[\w.+-]+|Building wheels? for|Processing (?:\./|/)|Preparing metadata"
    r"|Compiling [\w-]+ v\d|\s+Compiling [\w-]+ v\d|Finished |running (?:build|install|bdist|egg_info|dist_info)|creating build|building '|copying \S+ ->"
    r"|checking (?:for|whether)|configure:(?:\d+:)? |Looking in indexes|Using cached|Downloading |Installing build dependencies|Getting requirements|error: (?:subprocess|command|metadata)"
    r"|(?:\S*/)?(?:[\w.]+-)*(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|gfortran|nvcc|rustc|cythonize|cython)(?:-\d+)?(?:\.exe)? (?:.* )?-[cofIOWDLf]|\s*×|Microsoft \(R\) |cl /|Build (?:started|succeeded|FAILED)"
    r"|#\d+ \[|\S+ : (?:fatal )?error (?:LNK|C|MSB)|dpkg-buildpackage|=> |Step \d+/\d+|ld: |Scanning dependencies|Linking C|INFO: (?:Reading rc|Analyzed|Found \d|Repository|Invocation)|Resolving dependencies\.\.\.|Package operations: |Updating dependencies|scons: |gyp (?:info|ERR)|> (?:node-gyp|Task )|\* installing \*source|\[INFO\] (?:---|BUILD|Compiling)|# pkg-config|Building native ext|Resolved \d+ packages?|Using CPython|g?make\[)"
)
LISTED_FAILURE = re.compile(r": FAIL(?:ED)?\b")
"""A part of what was run, in the list of all: of tox, of Bazel."""
Kind = Literal["", "ninja-failed", "ninja-other", "cmake", "cython", "traceback", "probe"]


class Span(NamedTuple):
    """Indices of lines, the end not included."""

    begin: int
    end: int
    target: str = ""


class MakeError(NamedTuple):
    at: int
    """Index of its line."""
    target: str
    ignored: bool


class Shape(NamedTuple):
    failed: tuple[Span, ...]
    """Blocks of ninja's failed actions."""
    steps: Span | None
    """From ninja's first step to its end."""
    make_errors: tuple[MakeError, ...]
    cmake: tuple[Span, ...]
    cython: tuple[Span, ...]
    tracebacks: tuple[Span, ...]
    """The last line of each is that of the exception."""
    folders: tuple[tuple[int, str], ...]
    """(index, folder that make entered)."""
    packages: tuple[tuple[int, str], ...]
    crates: tuple[tuple[int, str], ...]
    is_build: bool
    success: int
    """Index of the last line that says so; -1 for none."""
    is_probe_log: bool
    """CMakeError.log and its like: all of it is of checks."""
    probes: frozenset[int]
    """Indices in outputs of checks."""

    def block_of(self, index: int) -> Span | None:
        return next((span for span in self.failed if span.begin <= index < span.end), None)

    def folder_at(self, index: int) -> str:
        return next((path for at, path in reversed(self.folders) if at <= index), "")

    def package_at(self, index: int) -> str:
        """What pip or uv builds, or says later that it could not; else the crate of Rust."""
        above = (name for at, name in reversed(self.packages) if at <= index)
        below = (name for at, name in self.packages if at > index)
        crates = (name for at, name in reversed(self.crates) if at <= index)
        return next((name for names in (above, below, crates) for name in names), "")


def shape_of(kept: Kept) -> Shape:
    """Read the structure; never fails."""
    lines = kept.lines
    failed: list[Span] = []
    makes: list[MakeError] = []
    folders: list[tuple[int, str]] = []
    packages: list[tuple[int, str]] = []
    crates: list[tuple[int, str]] = []
    first_step = stopped = success = -1
    is_build = False
    for at, line in enumerate(lines):
        text = line.text.strip()
        if not text:
            continue
        if (STEP.match(text) and first_step < 0) or (line.step_in_gap and first_step < 0):
            first_step = at
        if text.startswith("ninja: build stopped"):
            stopped = at
        if (match := FAILED.match(text)) is not None and not _is_status(match["target"]):
            failed.append(Span(at, _block_end(lines, at), match["target"].strip()))
        if "make" in text[:40]:
            make = _make_error(at, text)
            if make is not None:
                makes.append(make)
            elif (entered := _ENTER.match(text)) and "***" not in text:
                folders.append((at, entered["path"]))
        told = any(word in text for word in _PACKAGE_WORDS)
        if told and (named := _PACKAGE.search(text)) is not None:
            names = crates if named["crate"] else packages
            names.append((at, next(one for one in named.groups() if one)))
        is_build = is_build or BUILD.match(text) is not None
        if (well := end_in(text, ("success",))) is not None and well.sure != "likely":
            success = at
        elif LISTED_FAILURE.search(text):
            success = -1
    cmake = _cmake_spans(lines)
    checks = [
        one for one in failed
        if is_probe(one.target) and not any(span.begin < one.begin < span.end for span in cmake)
    ]  # fmt: skip
    # A check's block ends with what ninja says of it.
    checked = (at for one in checks for at in range(one.begin, one.end + 1))
    head = [one.text.strip() for one in kept.first]
    is_build = is_build or any(BUILD.match(text) for text in head)
    is_build = is_build or any(BUILD.match(one.text.strip()) for one in kept.last)
    return Shape(
        tuple(one for one in failed if one not in checks),
        Span(first_step, stopped if stopped >= 0 else len(lines)) if first_step >= 0 else None,
        tuple(makes),
        tuple(cmake),
        tuple(_cython_spans(lines)),
        tuple(_tracebacks(lines)),
        tuple(folders),
        tuple(packages),
        tuple(crates),
        is_build,
        success,
        any(_PROBE_LOG.match(text) for text in head[:12]),
        frozenset((*_meson_probes(lines), *checked)),
    )


def _is_status(target: str) -> bool:
    """ "FAILED: test_x - assert …" is of tests."""
    return "::" in target or " - " in target


def _block_end(lines: Sequence[LogLine], at: int) -> int:
    """Where the block of a failed action ends that begins at `at`."""
    for index in range(at + 1, len(lines)):
        text = lines[index].text.strip()
        if lines[index].step_in_gap:
            return index
        if STEP.match(text) or FAILED.match(text) or text.startswith("ninja: "):
            return index
    return len(lines)


def _make_error(at: int, text: str) -> MakeError | None:
    match = _MAKE.match(text)
    if match:
        star = match["star"] is not None
        return MakeError(at, match["target"], not star or bool(match["rest"].strip()))
    tight = _MAKE_TIGHT.match(text)
    return MakeError(at, tight["target"], False) if tight else None


def _cmake_spans(lines: Sequence[LogLine]) -> list[Span]:
    """Each "CMake Error …" with the indented lines that belong to it."""
    found = []
    for at, line in enumerate(lines):
        text = line.text
        begin = text.find("CMake Error")
        if begin < 0 or text[:begin].strip(" |│*>"):
            continue
        end = at + 1
        while end < min(at + 200, len(lines)):
            following = lines[end].text
            margin = len(following) - len(following.lstrip())
            if lines[end].gap or (following.strip() and margin <= begin):
                break
            end += 1
        found.append(Span(at, end))
    return found


def _cython_spans(lines: Sequence[LogLine]) -> list[Span]:
    found = []
    for at, line in enumerate(lines):
        if "Error compiling Cython file" in line.text:
            end = at + 1
            rules = 0
            while end < min(at + 60, len(lines)) and rules < 2:
                rules += lines[end].text.strip().startswith("-----")
                end += 1
            found.append(Span(at, min(end + 4, len(lines))))
    return found


_FRAME = re.compile(r'^\s*File "[^"]*", line \d+')
_MARGIN = " |+"
"""Before the lines of an exception group's traceback."""
_HEADLESS = re.compile(r' {2,40}File "[^"\n]{1,4096}", line \d{1,9}, in ')
_RAISED = re.compile(
    r"^(?:[\w.]+\.)?(?=\w+(?:Error|Exception|Exit|Interrupt|Warning|Unavailable|Failed|Failure|Invalid|Missing|NotFound|Fault|Iteration))[A-Za-z_]\w*(?::|$)|^[\w.]+: "
)


def _tracebacks(lines: Sequence[LogLine]) -> list[Span]:
    """From "Traceback" to the line of the exception. The first may have lost its head, where what
    was pasted begins in the middle."""
    found: list[Span] = []
    at = 0
    while at < len(lines):
        text = lines[at].text
        margin = len(text) - len(text.lstrip(_MARGIN))
        if not found and _HEADLESS.match(text):
            margin -= 2
        elif "Traceback (most recent call last):" not in text:
            at += 1
            continue
        end = at + 1
        while end < min(at + 400, len(lines)):
            following = lines[end].text
            inner = len(following) - len(following.lstrip(_MARGIN))
            within = end + 1 < len(lines) and _HEADLESS.match(lines[end + 1].text)
            if following.strip() and inner <= margin and not (_FRAME.match(following) or within):
                if _HEADLESS.match(text) is None or _RAISED.match(following.strip()):
                    found.append(Span(at, end + 1))
                break
            end += 1
        at = end + 1
    return found


def last_phase(kept: Kept) -> Kept:
    """The lines behind a build that went well, where what ended the text was run after it: a cell
    of a notebook, a test, a job; else all of them."""
    lines = kept.lines
    texts = [line.text.strip() for line in lines]
    built = next((at for at in reversed(range(len(lines))) if BUILD.match(texts[at])), -1)
    if built < 0:
        return kept
    behind = range(built, len(lines))
    spans = [span for span in _tracebacks(lines) if span.begin > built]
    if any(_BUILDER.search(one.text) for span in spans for one in lines[span.begin : span.end]):
        return kept
    well = max((at for at in behind if end_in(texts[at], ("success",))), default=-1)
    died = [at for at in behind if at > well >= built and end_in(texts[at], _DIED)]
    first = min((*died, *(span.begin for span in spans)), default=0)
    begin = max(well, built) if well < first else built
    last = tuple(one for one in kept.last if one.number > lines[begin].number)
    return kept._replace(lines=lines[begin + 1 :], first=(), last=last) if first else kept


_DIED = ("died", "signal", "watchdog", "peer-gone", "worker-died", "told-to-end")
_BUILDER = re.compile(
    r"setup\.py|\bconf\w{0,20}\.py|\b(?:pip|setuptools|distutils|pyproject_hooks|scikit_build|conan"
    r"|mesonbuild|hatchling|Cython|numpy[/\\]f2py|waflib|SCons|bazel)\b|\b_?build\w{0,20}\.py"
    r"|\bin build_(?:wheel|editable|sdist|ext|clib)|\bgen\w{0,20}\.py|\.bzl\b"
)
"""In frames of what builds: its failure is one of the build."""


def _meson_probes(lines: Sequence[LogLine]) -> list[int]:
    """Of meson-log.txt: the outputs of its checks."""
    found: list[int] = []
    inside = False
    for at, line in enumerate(lines):
        text = line.text.strip()
        if _MESON_PROBE.match(text):
            inside = True
        elif (
            inside
            and (text.startswith("-----------") or "Checking" in text[:12] or "Run-time" in text)
        ) or re.match(r"^\S*meson\.build:\d+:\d+: ERROR", text):
            inside = False
        if inside:
            found.append(at)
    return found


def is_probe(text: str) -> bool:
    """Whether a line is of a check: its failure is none."""
    return any(word in text for word in _PROBE_WORDS) and _PROBE.search(text) is not None


def is_loose_probe(text: str) -> bool:
    """Whether a diagnostic is of a file in the folder for temporary ones."""
    return _LOOSE_PROBE.match(text) is not None
