"""A block of CMake's: "CMake Error at CMakeLists.txt:9 (find_package):" and what is indented below.

What the message is about stands in its text, which CMake wraps: it is joined before it is read.
"""

import re
from collections.abc import Sequence

from atfault.model.findings import SourceLine
from atfault.model.given import CAUSE, HINT, SUMMARY, Hit, HitKind, TextPlace
from atfault.text.complaints import complaint_in
from atfault.text.lines import LogLine
from atfault.text.patterns import searched, until
from atfault.text.shape import Span

MAX_LINES = 120
VENDORED = re.compile(
    r"(?i)(?:^|[/\\])(?:third[_-]?party|3rd[_-]?party|3rdparty|ext(?:ern(?:als?)?)?|external[_-]?libs?|submod(?:ule)?s?|vendor(?:ed)?"
    r"|deps|dependencies|contrib|thirdparty|libs?|modules|subprojects)(?:[/\\]|$)"
)
"""A folder for other people's code: what is missing there is a submodule that was not fetched."""
_HEAD = re.compile(
    r"CMake Error(?: \(dev\))?(?: at (?P<file>[^\n]+?):(?P<row>\d+) \((?P<command>\w+)\))?(?: in (?P<other>\S+?):(?P<otherrow>\d+))?:?(?P<rest>.*)$"
)
_KNOWN: tuple[tuple[HitKind, str, re.Pattern[str]], ...] = (
    ("step", "command", searched(rf"Command failed(?: with (?:error )?code \d+)?: (?P<subject>{until(' Working Directory: |Command failed')}) Working Directory: .{{0,300}}?(?<!\S)(?P<found>\S+\.log)")),
    ("tool", "compiler", searched(r"Could not find compiler set in environment variable \w+: (?P<subject>\S+?)\.?(?: |$)")),
    ("submodule", "told", searched(r"(?i)git submodule (?:update|init)|submodules? (?:was |were |is |are )?(?:not|missing)")),
    ("tool", "", searched(r"CMake was unable to find a build program corresponding to \"(?P<subject>[^\"]+)\"")),
    ("tool", "nvcc", searched(r"No CMAKE_(?P<subject>CUDA)_COMPILER could be found|CMAKE_CUDA_COMPILER not set")),
    ("tool", "compiler", searched(r"No CMAKE_(?P<subject>\w+)_COMPILER could be found")),
    ("tool", "compiler", searched(r"The CMAKE_\w+_COMPILER: (?P<subject>\S+) is not a full path")),
    ("tool", "compiler", searched(r"CMAKE_(?P<subject>\w{1,40})_COMPILER not set, after EnableLanguage")),
    ("tool", "compiler", searched(r"The CMAKE_\w+_COMPILER: (?P<subject>\S+) is not a full path to an existing compiler tool")),
    ("tool", "nvcc", searched(r"(?P<subject>nvcc|CUDA compiler|CUDAToolkit_ROOT|CUDA toolkit|CUDAToolkit|CUDA_TOOLKIT_ROOT_DIR)\b.{0,160}(?:not found|not specified|could not be found|Could NOT|NOT_FOUND|NOTFOUND)|Failed to find (?P<other>nvcc)|Could NOT find (?P<last>CUDA\w*)")),
    ("setting", "cmake-too-new", searched(r"Compatibility with CMake < (?P<wanted>[\d.]+) has been removed")),
    ("setting", "cmake-too-old", searched(r"CMake (?P<wanted>[\d.]+) or higher is required\. +You are running version (?P<found>[\d.]+)")),
    ("submodule", "vendored", searched(r"(?<!\S)(?P<subject>\S+) which is not an existing directory")),
    ("submodule", "vendored", searched(r"source \"(?P<subject>[^\"]+)\" which is not an existing directory")),
    ("submodule", "vendored", searched(r"The source directory (?P<subject>\S+) does not contain a CMakeLists\.txt file")),
    ("python", "requires-python", searched(r"Could NOT find Python\w*:? .*(?:Found unsuitable version \"(?P<found>[\d.]+)\", but required is (?:at least|exact version|range) \"(?P<wanted>[^\"]+)\")")),
    ("library", "version", searched(r"Could NOT find (?P<subject>\w+):? .*Found unsuitable version \"(?P<found>[^\"]*)\", but required is (?:at least|exact version) \"(?P<wanted>[^\"]+)\"")),
    ("library", "version", searched(r"Could not find a configuration file for package \"(?P<subject>[^\"]+)\" that (?:is compatible with|exactly matches) requested version \"(?P<wanted>[^\"]+)\"")),
    ("library", "python-numpy", searched(r"Could NOT find (?P<subject>Python\w*) \(missing: (?P<wanted>[^()]{0,300}?NumPy[^()]{0,300})\)")),
    ("library", "python-embed", searched(r"Could NOT find (?P<subject>Python\w*) \(missing: (?P<wanted>(?:Python\d?_LIBRAR\w+|Development(?:\.Embed)?)(?: +(?:Python\d?_LIBRAR\w+|Development(?:\.Embed)?))* *)\)")),
    ("library", "python-headers", searched(r"Could NOT find (?P<subject>Python\w*) \(missing: (?P<wanted>[^()]{0,300}?(?:Development|INCLUDE|LIBRAR)[^()]{0,300})\)")),
    ("tool", "", searched(r"Could NOT find (?P<subject>\w+) \(missing: (?:\w+_EXECUTABLE|\w+_COMPILER)")),
    ("library", "cmake", searched(r"Could NOT find (?P<subject>[\w+.-]+)")),
    ("library", "cmake", searched(r"Could not find a package configuration file provided by \"(?P<subject>[^\"]+)\"")),
    ("library", "cmake", searched(r"By not providing \"Find(?P<subject>[\w+-]+)\.cmake\"")),
    ("library", "pkg-config", searched(r"The following required packages were not found:\s+- (?P<subject>[\w+.-]+)")),
    ("library", "pkg-config", searched(r"(?:A required package was not found|None of the required '(?P<subject>[^']+)' found)")),
    ("library", "variables", searched(r"(?:variables are used in this project, but they are set to NOTFOUND).*?(?<![\w+])(?P<subject>[\w+]+) (?:\(ADVANCED\)|linked by|used as)")),
    ("library", "target", searched(r"(?:but the target was not found|Target \"[^\"]+\" links to(?: target)?:? \"?(?P<subject>[\w+]+::[\w+]+))")),
    ("compiler", "feature", searched(r"(?:The compiler feature|no known features for|Target \"[^\"]+\" requires the language dialect) \"?(?P<subject>\w+)\b.{0,60}(?:is not known to|known features|but CMake)")),
    ("compiler", "standard", searched(r"(?i)(?:compiler|gcc|g\+\+|clang|msvc).{0,80}(?=[tnudoaim])(?:too old|not supported|unsupported|does not support|or (?:later|newer|higher)|at least|is required|must be)|requires? (?:at least )?(?:a )?(?:gcc|g\+\+|clang|msvc|c\+\+ ?\d\d)|(?:C\+\+ ?\d\d|C\+\+ ?standard).{0,60}(?:required|support)")),
    ("python", "requires-python", searched(r"(?i)python (?:version )?(?P<wanted>[<>=]*\s?\d[\d.]*)(?: or (?:later|newer|higher))? (?:is )?required|requires? python (?P<other>[<>=]*\s?\d[\d.]*)")),
    ("compile", "no-source", searched(r"Cannot find source file: (?P<subject>\S+)")),
    ("compile", "no-source", searched(r"No SOURCES given to target: (?P<subject>\S+)")),
    ("setting", "cmake-include", searched(r"include could not find (?:load|requested) file: (?P<subject>\S+)")),
    ("setting", "cmake-command", searched(r"Unknown CMake command \"(?P<subject>[^\"]+)\"")),
    ("network", "download", searched(r"(?i)(?:file DOWNLOAD|Each download failed|status_code: (?:[1-9]|[1-9]\d)\b|Could(?:n't| not) resolve host|Failed to (?:clone|download|checkout)|download of .* failed|error: downloading|Failed to connect|Timeout was reached)")),
    ("setting", "hash", searched(r"(?i)hash mismatch|expected hash")),
    ("setting", "cmake-target", searched(r"Cannot specify \w+ \w+ for target \"(?P<subject>[^\"]+)\" which is not built|add_\w{1,40} cannot create target \"(?P<other>[^\"]+)\"")),
    ("tool", "", searched(r"Could not find (?:the )?(?:program|executable)s?:? \"?(?P<subject>[\w+.-]+)")),
    ("compiler", "broken", searched(r"is not able to compile a simple test program")),
    ("submodule", "vendored", searched(r"(?i)(?P<subject>(?:third[_-]?party|3rdparty|extern(?:al)?|submodules?|vendor|deps)/[\w./-]{1,200})(?![\w./-]).{0,40}(?:not found|missing|does not exist|is empty|not exist)")),
)  # fmt: skip


def cmake_hit(lines: Sequence[LogLine], span: Span) -> Hit:
    """What one block says."""
    head = lines[span.begin].text.strip()
    match = _HEAD.search(head)
    body = [
        line.text.strip() for line in lines[span.begin + 1 : min(span.end, span.begin + MAX_LINES)]
    ]
    stack = next((at for at, text in enumerate(body) if text.startswith("Call Stack")), len(body))
    said = " ".join(text for text in body[:stack] if text)
    rest = match["rest"].strip(": ") if match else ""
    whole = f"{rest} {said}".strip()
    place = None
    if match and (match["file"] or match["other"]):
        place = TextPlace(
            match["file"] or match["other"], int(match["row"] or match["otherrow"]), None,
            match["command"] or "",
        )  # fmt: skip
    callers = tuple(_callers(body[stack:]))
    more = [
        SourceLine(line.number, line.text.strip())
        for line in lines[span.begin + 1 : span.end]
        if line.text.strip()
    ]
    hit = Hit(
        "setting", lines[span.begin].number, head, "cmake-error", "cmake", found=whole,
        place=place, chain=callers, more=tuple(more[:6]),
    )  # fmt: skip
    return _read(hit, whole)


def _callers(body: Sequence[str]) -> list[TextPlace]:
    found = []
    for text in body:
        match = re.match(r"^(?P<file>\S.*?):(?P<row>\d+) \((?P<name>\w+)\)$", text)
        if match:
            found.append(TextPlace(match["file"], int(match["row"]), None, match["name"]))
    return found


def _read(hit: Hit, whole: str) -> Hit:
    """The block with what it is about."""
    said = re.sub(r"\s+", " ", whole)
    if re.search(r"Configuring incomplete|Build failed|CMake configuration failed", said):
        return hit._replace(kind="step", rank=SUMMARY)
    for kind, why, pattern in _KNOWN:
        match = pattern.search(said)
        if match is None:
            continue
        groups = match.groupdict()
        subject = next(
            (groups[name] for name in ("subject", "other", "last") if groups.get(name)), ""
        )
        made = hit._replace(
            kind=kind, why=why, subject=subject.strip("\"'.:"),
            wanted=groups.get("wanted") or "", found=groups.get("found") or said,
        )  # fmt: skip
        if why == "vendored" and not VENDORED.search(made.subject) and "not an existing" in said:
            return made._replace(kind="setting", why="cmake-source")
        return made
    found = complaint_in(said, said.lower(), building=True)
    if found is not None:
        one, match = found
        groups = match.groupdict()
        return hit._replace(
            kind=one.kind, why=one.why, subject=groups.get("subject") or "",
            wanted=groups.get("wanted") or "", rank=HINT if one.rank == HINT else CAUSE,
        )  # fmt: skip
    return hit
