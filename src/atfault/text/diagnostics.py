"""One line of a compiler or linker → who complains, of what, and where.

src/a.c:12:5: error: ‘x’ undeclared               gcc, clang, nvcc's host compiler; any language
src/a.cu(12): error: identifier "x" is undefined  nvcc
src\\a.cpp(12,5): error C2065: 'x': undeclared     MSVC
a.go:12:5: undefined: x                           Go; it has no word for its severity
[ERROR] /src/A.java:[12,5] cannot find symbol     javac, as Maven shows it
a.obj : error LNK2019: unresolved external …      link.exe
/usr/bin/ld: a.o: in function `f':                GNU ld, gold, lld, mold, ld64
a.c:(.text+0x1f): undefined reference to `g'
error[E0425]: cannot find value `x`               rustc; its place is in the line below
pkg/a.pyx:8:42: undeclared name not builtin: x    Cython; in a block that says so
Error: Symbol 'x' at (1) has no IMPLICIT type     gfortran; its place is some lines above
"""

import re
from typing import Literal, NamedTuple

from atfault.model.given import HitKind, TextPlace
from atfault.text.patterns import searched
from atfault.text.spoken import ERRNOS, SENTENCES, SEVERITIES
from atfault.text.tables import table

Severity = Literal["error", "warning", "note"]

SOURCES = frozenset(
    "c cc cpp cxx c++ cp h hh hpp hxx h++ ipp tpp tcc inl inc def cu cuh m mm s S asm f for ftn f77 f90 f95"
    " f03 f08 F F90 F95 pyx pxd pxi rs go swift i y l yy ll proto cl hip td pyf y++ ui py cmake txt ld map"
    " build java kt zig d tcl idl".split()
)
_PLACE = r"(?P<file>(?:[A-Za-z]:[\\/])?[^:\s()<>\"'|][^:()<>\"'|\n]{0,400}?)"
_COLON = re.compile(
    rf"^(?:\S+> ?)?{_PLACE}:(?P<row>\d{{1,7}})(?::(?P<column>\d{{1,5}}))?: "
    r"(?P<word>[^:：/\\(\[]{2,40}?)\s?(?:\[-?[\w=+-]+\])?\s?[:：]\s?(?P<said>.*)$"
)
_TIGHT = re.compile(
    rf"^{_PLACE}:(?P<row>\d{{1,7}}):(?P<column>\d{{1,5}}): ?(?P<word>[^\x00-\x7f]{{2,20}})[:：]\s?(?P<said>.*)$"
)
_ROUND = re.compile(
    r"^\s*(?:\d+>\s*)?\"?(?P<file>(?:[A-Za-z]:)?[^\s:()\"][^:()\"\n]{0,399}?)\"?\((?P<row>\d{1,7})(?:[,-](?P<column>\d{1,5}))?(?:,\d+,\d+)?\)\s?: "
    r"(?P<word>(?:catastrophic |fatal |severe )?(?:error|erreur|Fehler|errore|warning|note|remark|Warnung|schwerwiegender Fehler|internal error)(?: fatale?)?)"
    r"\s?(?P<code>#?[A-Z]{0,6}\d{1,5}(?:-D)?)?\s?: (?P<said>.*)$",
)
_RAISED_WITH = re.compile(
    r"^(?:[a-z_]\w{0,60}\.){1,6}\w{0,60}(?:Error|Exception): (?=\S{1,400}\(\d{1,7}\): )"
)
"""Of an exception whose message is what a compiler printed: cupy's, of NVRTC."""
_LINK = re.compile(
    r"^(?:\s*\d+>)?\s*(?P<file>[^\s:()][^:()\n]{0,300}?)(?:\(.{1,200}?\))? : (?:fatal )?(?:error|Fehler|erreur) (?P<code>(?:LNK|C|D|RC|CVT)\d{4})\s?: (?P<said>.*)$"
)
_CODE = re.compile(
    r"\b(?:error|Fehler|erreur) (?P<code>(?:LNK|MSB|CS|NETSDK|RC|U|C|D)\d{4})\s?: (?P<said>.*)$"
)
_GO = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}\.go):(?P<row>\d{1,7}):(?P<column>\d{1,5}): (?P<said>(?!(?:warning|note)\b)\S.*)$"
)
_JAVAC = re.compile(
    r"^\[ERROR\] (?P<file>[^\s:][^:\n]{0,400}):\[(?P<row>\d{1,7}),(?P<column>\d{1,5})\] (?P<said>\S.*)$"
)
_RUST = re.compile(r"^error(?:\[(?P<code>E\d{4})\])?: (?P<said>.+)$")
_RUST_PLACE = re.compile(r"^\s*--> (?P<file>[^\n]{1,400}?):(?P<row>\d+):(?P<column>\d+)$")
_CYTHON = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}\.(?:pyx|pxd|pxi|py)):(?P<row>\d+):(?P<column>\d+): (?P<said>.+)$"
)
_DRIVER = re.compile(
    r"^(?:\S*/)?(?P<tool>[\w.+-]*(?:gcc|g\+\+|clang(?:\+\+)?|c\+\+|cc|cc1|cc1plus|gfortran|f951|nvcc|ld|gold|lld|mold|as|collect2|icx|icpx|ifx|ifort|nvlink|ptxas|cudafe\+\+|swig|ar|cl)(?:-\d+|\.bfd|\.gold|\.lld)?)"
    r"(?: ?\(\d+\))?(?: fatal)?\s?: (?:(?P<word>[^:：]{2,40}?)\s?[:：]\s?)?(?P<said>.+)$"
)
_FORTRAN = re.compile(r"^(?P<word>(?:Fatal )?Error|[^\W\d_][^:：]{2,30}?)\s?[:：]\s?(?P<said>.*)$")
_FORTRAN_PLACE = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}\.[fF](?:or|tn|77|90|95|03|08)?):(?P<row>\d+):(?:(?P<column>\d+):)?$"
)

_QUOTED = r"[`'‘’“”«»„\"]"
_WORDS = tuple((one["of"], re.compile(one["pattern"])) for one in table("compiler_words.tsv"))
_MISSING = tuple(how for of, how in _WORDS if of == "missing")
_FILE_IN_QUOTES = re.compile(r"[\"'“‘«„]([^\"'”’»“‘«„]+)[\"'”’»“]")
_IN_OTHER_QUOTES = re.compile(r"[`‘»]([^`‘»'’«]+)['’«]")

UNDEFINED = tuple(how for of, how in _WORDS if of == "undefined")
_TWICE = tuple(how for of, how in _WORDS if of == "twice")
_NO_LIBRARY = tuple(how for of, how in _WORDS if of == "library")
_TEXT_SECTION = re.compile(r"\(\.[\w.]+(?:\[[^\]\[(]*\])?\+0x[0-9a-f]+\): ")
_LD_WORDS = searched(
    r"(?:cannot find (?P<object>[^\s:-][^\s:]*\.(?:o|a|so[\d.]*))|relocation \S+ against|DSO missing from command line"
    r"|final link failed|cannot open output file|unrecognized file format|not recognized|bad reloc|cannot open linker script"
    r"|dangerous relocation|truncated to fit|recompile with -fPIC|undefined version|has not been declared|symbol lookup"
    r"|section .* will not fit|unable to initialize|file not recognized|could not read symbols|cannot open (?!shared)|unknown file type|malformed)"
)


class Diagnostic(NamedTuple):
    kind: HitKind
    severity: Severity
    tool: str
    said: str
    place: TextPlace | None = None
    subject: str = ""
    why: str = ""
    is_foreign: bool = False
    """Its word for an error is not known: by its form alone it may be one."""
    is_loose: bool = False
    """Its text tells nothing that another line does not."""


def diagnostic_in(text: str) -> Diagnostic | None:
    """What a line of a compiler or a linker complains of; None for any other."""
    linked = _of_linker(text)
    if linked is not None:
        return linked
    text = _RAISED_WITH.sub("", text)
    for pattern in (_COLON, _TIGHT):
        match = pattern.match(text)
        if match and (made := _at_place(match, "")) is not None:
            return made
    match = _ROUND.match(text)
    if match:
        return _at_place(match, "cl" if match["code"] and match["code"][0] in "CD" else "nvcc")
    match = _GO.match(text) or _JAVAC.match(text)
    if match:
        tool = "go" if match.re is _GO else "javac"
        return Diagnostic("compile", "error", tool, match["said"], _place(match))
    match = _LINK.match(text) or _CODE.search(text)
    if match:
        return _of_msvc(match["code"], match["said"])
    match = _RUST.match(text)
    if match and (match["code"] or not _RUST_SUMMARY.match(match["said"])):
        why = match["code"] or ""
        return Diagnostic("compile", "error", "rustc", match["said"], why=why, is_loose=not why)
    match = _DRIVER.match(text)
    return _of_driver(match) if match else None


_RUST_SUMMARY = re.compile(
    r"could not compile|aborting due to|build failed|failed to run custom|linking with|process didn't"
    r"|Failed |subprocess|command |legacy|metadata|externally|can't find|.* exit(?:ed)? (?:code|status)|failed to"
    r"|Microsoft|invalid command|no such command|cannot |Could not|implicit|Multiple|package directory|unable|RPC|backend"
)


def _at_place(match: re.Match[str], tool: str) -> Diagnostic | None:
    """A diagnostic with a place; None where it cannot be one."""
    file, word = match["file"], match["word"].strip().lower()
    suffix = file.rpartition(".")[2]
    severity = SEVERITIES.get(word) or _NVCC.get(word)
    said = match["said"].strip()
    is_foreign = False
    if severity is None:
        if suffix not in SOURCES or word.isascii() or "warn" in word:
            return None
        severity, is_foreign = "error", True
    if suffix == "py" and severity != "error" and severity != "fatal":
        return None
    if severity in ("warning", "note"):
        return Diagnostic("compile", severity, tool or _tool_of(suffix), said, _place(match))  # type: ignore[arg-type]
    if severity not in ("error", "fatal", "internal") or file.startswith(("http", "//")):
        return None
    tool = tool or _tool_of(suffix)
    code = (match["code"] or "") if "code" in match.re.groupindex else ""
    header = _first_quoted(said) if code == "C1083" else missing_file(said)
    place = _place(match)
    if header.rpartition("/")[2] in PYTHON_HEADERS:
        return Diagnostic("python", "error", tool, said, place, header, "header")
    why = "internal" if severity == "internal" else ""
    if header and (severity == "fatal" or suffix not in ("py", "txt")):
        return Diagnostic("header", "error", tool, said, place, header, is_foreign=is_foreign)
    kind, more, subject = _kind_of(said)
    return Diagnostic(kind, "error", tool, said, place, subject, more or why, is_foreign)


PYTHON_HEADERS = frozenset(
    "longintrepr.h cStringIO.h pyfpe.h graminit.h node.h parsetok.h grammar.h errcode.h bitset.h metagrammar.h asdl.h"
    " symtable.h ucnhash.h Python-ast.h pyarena.h osdefs.h longobject_old.h stringobject.h intobject.h cobject.h".split()
)
"""Headers that CPython had once."""
_NVCC = {
    "catastrophic error": "fatal", "severe error": "error", "remark": "note",
    "internal error": "internal", "erreur fatale": "fatal", "errore": "error", "user error": "error",
}  # fmt: skip


def _tool_of(suffix: str) -> str:
    if suffix in ("pyx", "pxd", "pxi"):
        return "cython"
    return "gfortran" if suffix.lower().startswith("f") else ""


def _place(match: re.Match[str]) -> TextPlace:
    column = match["column"]
    return TextPlace(match["file"].strip(), int(match["row"]), int(column) if column else None)


def missing_file(said: str) -> str:
    """The file that was to be included and is not there; "" where that is not said."""
    head, _, errno = said.replace("：", ":").rpartition(":")
    name = head.strip()
    if ERRNOS.get(errno.strip().rstrip(".。")) == "missing" and not re.search("['\"<>:]", name):
        return name
    for pattern in _MISSING:
        match = pattern.match(said)
        if match is not None:
            return match["name"].strip()
    return ""


_PYTHON_MEMBERS = re.compile(
    r"(?:PyThreadState|PyFrameObject|_frame|PyCodeObject|PyTypeObject|_typeobject|PyLongObject|_longobject|PyASCIIObject|PyUnicodeObject|PyInterpreterState|_PyCFrame)\b"
)
_PYTHON_NAMES = re.compile(
    rf"{_QUOTED}(?P<name>_?Py(?:Unicode_(?:AS_\w+|GET_(?:SIZE|DATA_SIZE)|FromUnicode|READY|WCHAR_KIND|InternImmortal|EncodeDecimal|Encode\w*|TransformDecimalToASCII|AsEncoded\w+|GetMax|GetSize|InternFromString_)|Unicode_Ready|Eval_(?:InitThreads|CallObject\w*|ThreadsInitialized|AcquireLock|ReleaseLock)|Frame_\w+|CFunction_Call|Long_(?:AsByteArray|FormatAdvancedWriter|New|Sign|Copy)|Int_\w+|String_\w+|Code_New\w*|Interpreter\w*|Object_\w+|GC_\w+|Gen_Send|Dict_(?:GetItemStringWithError|NewPresized|SetItem_KnownHash|GetItem_KnownHash)|Thread_\w+|ThreadState_\w+|Time_\w+|HASH\w+|Heap\w+|OS_AfterFork|SYS_\w+|DebugAllocatorStats|Import_(?:FindExtensionObject\w*|Cleanup)|Module_GetFilename|Slice_GetIndices\w+|TraceBack_Here_)|Py_(?:UNICODE(?:_\w+)?|TPFLAGS_HAVE_(?:WEAKREFS|CLASS|RICHCOMPARE|ITER|GETCHARBUFFER|STACKLESS_EXTENSION|NEWBUFFER)|InitModule\w*|FindMethod|SetProgramName|SetPath|SetPythonHome|GetArgcArgv|UnicodeFlag|TRASHCAN_SAFE_BEGIN|TRASHCAN_SAFE_END|HashRandomizationFlag|FileSystemDefaultEncoding|DebugFlag|ParseStringFlags))\b"
)
_CYTHON_OLD = re.compile(
    r"_PyLong_AsByteArray|_PyGen_Send|ob_digit|f_lasti|use_tracing|exc_type|curexc_type|recursion_depth|tp_print|co_(?:varnames|cellvars|freevars|code)\b|f_code|cframe|_PyUnicode_\w+|ob_shash|c_recursion_remaining|_PyInterpreterState_GetConfig"
)
_STANDARD = searched(
    r"(?:C\+\+|c\+\+|CXX)[- ]?(?P<found>\d\d)?.{0,80}(?:required|or (?:later|newer|higher)|support)|requires? (?:at least )?C\+\+|"
    r"(?:compiler|GCC|gcc|Clang|clang|MSVC).{0,60}(?:too old|not supported|or (?:later|newer) (?:is )?required|is required|[Uu]nsupported)|[Uu]nsupported compiler|"
    r"You need (?:a )?C\+\+\d\d|(?:need|requires?) (?:at least )?(?:gcc|GCC|clang|Clang|MSVC)|must be compiled with.*[Cc]\+\+|unsupported (?:GNU|Clang|clang) version"
)


def _kind_of(said: str) -> tuple[HitKind, str, str]:
    """(kind, why, subject) of an error in source code by what it says."""
    if _STANDARD.search(said) and not said.startswith(("invalid", "expected")):
        gcc = re.search(r"gcc versions later than (\d+)", said)
        return "compiler", "nvcc-gcc" if gcc else "standard", gcc[1] if gcc else ""
    if re.search(
        r"(?i)#?error.{0,10}\bPython (?:version )?[<>]?=? ?\d|(?:requires?|needs?|supports?).{0,30}Python \d|Python.{0,30}(?:not supported|required|or (?:newer|later))",
        said,
    ):
        return "python", "requires-python", ""
    name = _PYTHON_NAMES.search(said)
    if name:
        return "python", "c-api", name["name"]
    if _PYTHON_MEMBERS.search(said) and re.search(
        r"no member|not a member of|incomplete|unvollständig|hat kein Element|没有名为|a pas de membre|invalid use|has no|forward declaration",
        said,
    ):
        member = _PYTHON_MEMBERS.search(said)
        assert member is not None
        return "python", "c-api", member[0]
    if _CYTHON_OLD.search(said) and re.search(
        r"no member|not a member of|has not been declared|undeclared|implicit declaration|too few arguments|incomplete",
        said,
    ):
        return "python", "c-api", _CYTHON_OLD.search(said)[0]  # type: ignore[index]
    if re.search(r"(?:[Nn]o space left on device)|" + "|".join(map(re.escape, _FULL)), said):
        return "disk", "full", ""
    if any(errno in said for errno in _MEMORY):
        return "memory", "refused", ""
    if "Killed (program" in said or "Killed signal" in said:
        return "memory", "compiler-killed", ""
    return "compile", "", ""


_FULL = [text for text, what in ERRNOS.items() if what == "full"]
_MEMORY = [text for text, what in ERRNOS.items() if what == "memory"]


def _of_driver(match: re.Match[str]) -> Diagnostic | None:
    """ "cc1: fatal error: x.c: No such file or directory", "nvcc fatal   : …"."""
    tool, word, said = match["tool"], (match["word"] or "").strip().lower(), match["said"]
    severity = SEVERITIES.get(word)
    if "nvcc fatal" in match[0] or "ptxas fatal" in match[0]:
        severity, said = "fatal", f"{match['word'] or ''}: {said}".lstrip(": ")
    if severity not in ("error", "fatal", "internal"):
        return None
    if re.search(
        r"linker command failed|ld returned|no input files$|terminated with|cannot specify|failed with exit",
        said,
    ):
        return (
            None
            if "no input files" not in said
            else Diagnostic("setting", "error", tool, said, why="no-input")
        )
    missing = missing_file(said) or _first_quoted(said)
    if missing and re.search("|".join(map(re.escape, _GONE)), said):
        why = "no-source"
        kind: HitKind = "compile"
        return Diagnostic(kind, "error", tool, said, TextPlace(missing), missing, why)
    kind, why, subject = _kind_of(said)
    return Diagnostic(
        kind, "error", tool, said, subject=subject, why=why, is_loose=kind == "compile"
    )


_GONE = [text for text, what in ERRNOS.items() if what == "missing"] + ["no such file or directory"]


def _first_quoted(said: str) -> str:
    match = _FILE_IN_QUOTES.search(said)
    return match[1] if match else ""


def _linkage_name(said: str) -> str:
    """Of a symbol that the linker names in any language: what no word looks like."""
    match = re.search(r"(?<![\w?])(?:[?_]\w[\w?@$]*|(?<=[^\x00-\x7f] )[A-Za-z][\w?@$]*)", said)
    return "" if match is None else match[0]


def _of_msvc(code: str, said: str) -> Diagnostic | None:
    if code in ("C1083", "RC1015"):
        name = _first_quoted(said)
        return Diagnostic("header", "error", "cl", said, None, name)
    if code in ("LNK1120", "LNK1169", "U1077", "MSB3721", "MSB6006", "MSB4181"):
        return None
    kind: HitKind = "link" if code.startswith("LNK") else "compile"
    if code in ("LNK2019", "LNK2001"):
        return Diagnostic(
            "symbol", "error", "link", said, subject=_first_quoted(said) or _linkage_name(said)
        )
    of_python, why, subject = _kind_of(said)
    if of_python == "python":
        return Diagnostic("python", "error", "cl", said, subject=subject, why=why)
    return Diagnostic(kind, "error", "link" if kind == "link" else "cl", said, why=code)


# ---- linkers ------------------------------------------------------------------------------------

_LD_NAME = re.compile(
    r"(?:^|[/\s])(?:wasm-ld|ld|gold|ld\.\w+|mold|lld|lld-link|collect2|nvlink)(?:\s?:| error| fatal|\(\d+\):)"
)


def _of_linker(text: str) -> Diagnostic | None:
    """None for what no linker says."""
    if "warning: " in text and "error" not in text.partition("warning: ")[0]:
        return None
    is_ld = _LD_NAME.search(text) is not None
    in_section = _TEXT_SECTION.search(text) is not None
    if (
        is_ld
        or in_section
        or "LNK" in text
        or "undefined" in text
        or "unable to find" in text
        or "Undefined" in text
        or "unresolved" in text
        or "multiple definition" in text
    ):
        for pattern in UNDEFINED:
            match = pattern.search(text)
            if match and (
                is_ld
                or in_section
                or "reference" in match[0]
                or "LNK" in text
                or "Undefined symbols" in text
            ):
                name = (match["name"] or _group(match, "whole")).strip().strip('"')
                why = "dso-missing" if "DSO missing" in text else ""
                return Diagnostic("symbol", "error", "ld", text, _linked_place(text), name, why)
        for pattern in _NO_LIBRARY:
            match = pattern.search(text)
            if match and (is_ld or "LNK" in text):
                return Diagnostic(
                    "library", "error", "ld", text, subject=match["name"], why="linked"
                )
        for pattern in _TWICE:
            match = pattern.search(text)
            if match:
                return Diagnostic(
                    "link", "error", "ld", text, _linked_place(text), match["name"], "twice"
                )
    if is_ld or in_section or "collect2" in text:
        return _foreign_linker(text, in_section) or _other_linker(text, is_ld)
    return None


def _group(match: re.Match[str], name: str) -> str:
    return (match[name] or "") if name in match.re.groupindex else ""


def _foreign_linker(text: str, in_section: bool) -> Diagnostic | None:
    """What GNU ld says in another language."""
    if text.isascii() and not in_section:
        return None
    for what, before, after in SENTENCES:
        start = text.find(before) if before else text.rfind(": ")
        end = text.find(after, start + len(before)) if after else len(text)
        if start < 0 or end < 0 or what == "no-rule":
            continue
        name = text[start + len(before) : end].strip(" `'‘’»«„“”「」\"\xa0：:;")
        name = re.split(r"[:：] ", name)[0]
        if what == "library":
            if name.startswith("-l"):
                return Diagnostic("library", "error", "ld", text, subject=name[2:], why="linked")
            continue
        kind: HitKind = "symbol" if what == "undefined" else "link"
        why = "" if what == "undefined" else "twice"
        return Diagnostic(kind, "error", "ld", text, _linked_place(text), name.rstrip("’'"), why)
    match = re.search(r"(?<!\w)-l(?P<name>[\w+.-]+)", text)
    if match and not text.isascii():
        return Diagnostic("library", "error", "ld", text, subject=match["name"], why="linked")
    if in_section and (quoted := _FILE_IN_QUOTES.search(text) or _IN_OTHER_QUOTES.search(text)):
        return Diagnostic("symbol", "error", "ld", text, _linked_place(text), quoted[1])
    return None


def _other_linker(text: str, is_ld: bool) -> Diagnostic | None:
    match = _LD_WORDS.search(text)
    if match is None or not is_ld or "skipping incompatible" in text:
        return None
    if match["object"]:
        return Diagnostic(
            "library", "error", "ld", text, subject=match["object"], why="linked-file"
        )
    why = "pic" if "fPIC" in text or "relocation" in match[0] else ""
    if "No space left" in text:
        return Diagnostic("disk", "error", "ld", text, why="full")
    return Diagnostic("link", "error", "ld", text, why=why, is_loose="final link failed" in text)


_LINKED = re.compile(
    r"(?:^|: )(?P<file>[^\s:()][^:()\n]{0,300}\.(?:c|cc|cpp|cxx|cu|f90|f|rs|pyx|C|m|mm)):(?P<row>\d+): "
)


def _linked_place(text: str) -> TextPlace | None:
    """ "a.c:12: undefined reference": where debug information tells."""
    match = _LINKED.search(text)
    return TextPlace(match["file"], int(match["row"])) if match else None


# ---- places in other lines ----------------------------------------------------------------------


def rust_place(text: str) -> TextPlace | None:
    match = _RUST_PLACE.match(text)
    return _place(match) if match else None


def cython_error(text: str) -> Diagnostic | None:
    """One of Cython's, in a block of it: it has no word for its severity."""
    match = _CYTHON.match(text)
    if match is None or match["said"].startswith(("warning", "local variable")):
        return None
    header = missing_file(match["said"])
    if header:
        return Diagnostic("header", "error", "cython", match["said"], _place(match), header, "pxd")
    return Diagnostic("compile", "error", "cython", match["said"], _place(match))


def fortran_place(text: str) -> TextPlace | None:
    match = _FORTRAN_PLACE.match(text)
    if match is None:
        return None
    return TextPlace(match["file"], int(match["row"]), int(match["column"] or 0) or None)


def fortran_error(text: str) -> Diagnostic | None:
    """ "Error: …" behind a place of gfortran's; None for a warning, and other lines."""
    match = _FORTRAN.match(text)
    severity = SEVERITIES.get(match["word"].lower()) if match else None
    if match is None or severity not in ("error", "fatal"):
        return None
    said = match["said"]
    header = missing_file(said)
    if "different version of GNU Fortran" in said:
        return Diagnostic(
            "abi", "error", "gfortran", said, subject=_first_quoted(said), why="fortran-module"
        )
    if header:
        return Diagnostic("header", "error", "gfortran", said, subject=header)
    kind, why, subject = _kind_of(said)
    return Diagnostic(kind, "error", "gfortran", said, subject=subject, why=why)
