"""What tools say when a build fails, one line each: who says it, what it is about.

Compilers' and linkers' diagnostics of source code are not here (`diagnostics.py`), nor what takes
several lines (`cmake.py`). Groups of the patterns are fields of `Hit`: subject, wanted, found.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from atfault.model.given import CAUSE, HINT, SUMMARY, HitKind
from atfault.text.patterns import searched


class Complaint(NamedTuple):
    key: str
    """Part of every such line, in lower case."""
    kind: HitKind
    why: str
    tool: str
    pattern: re.Pattern[str]
    rank: int


def _all(
    *rows: tuple[str, HitKind, str, str, str] | tuple[str, HitKind, str, str, str, int],
) -> tuple[Complaint, ...]:
    return tuple(
        Complaint(row[0], row[1], row[2], row[3], searched(row[4]), row[5] if row[5:] else CAUSE)  # type: ignore[misc]
        for row in rows
    )


_Q = r"[\"'`‘’“”«»„]"
_URL = r"(?P<subject>(?:https?|git|ssh|ftp)://[^\s'\"`>)]{1,500})"
_RESOLVE = (
    r"(?:Could(?:n't| not) resolve (?:host|proxy)(?: name)?|Name or service not known"
    r"|Temporary failure in name resolution|nodename nor servname|No address associated"
    r"|failed to lookup address|dns error|getaddrinfo)"
)

# fmt: off
MEMORY = _all(
    ("killed", "memory", "compiler-killed", "gcc", r"(?:fatal error|\S[^:]{0,40}): (?:Killed signal terminated program|.*terminated with signal 9)" r"(?: \[[^\]]*\])?,? ?(?P<subject>\w+)?"),
    ("killed (program", "memory", "compiler-killed", "gcc", r"Killed \(program (?P<subject>[\w+.-]+)\)"),
    ("command: killed", "memory", "compiler-killed", "clang", r"unable to execute command: Killed"),
    ("kill signal", "memory", "compiler-killed", "nvcc", r"(?P<subject>\w+)'? died due to signal 9"),
    ("signal: 9", "memory", "compiler-killed", "cargo", r"\(signal: 9, SIGKILL: kill\)"),
    ("sigkill", "memory", "compiler-killed", "python", r"died with <Signals\.SIGKILL: 9>", HINT),
    ("killed", "memory", "compiler-killed", "make", r"^\S*make(?:\[\d+\])?: \*\*\* \[(?:[^\]]*: )?(?P<subject>[^\]\s]+)\] Killed"),
    ("killed", "memory", "killed", "sh", r"^(?:\S+: line \d+: +)?(?:\d+ )?Killed(?: {2,}\S.*)?$", HINT),
    ("virtual memory exhausted", "memory", "refused", "gcc", r"virtual memory exhausted"),
    ("out of memory allocating", "memory", "refused", "gcc", r"(?P<subject>[\w+./-]+): out of memory allocating"),
    ("memory exhausted", "memory", "refused", "ld", r"(?:final link failed: |ld[^:]{0,40}: .*)memory exhausted"),
    ("cannot allocate memory", "memory", "refused", "", r"(?:fatal error|error|fork|fork failed|mmap|ld|as|collect2|Errno 12|OSError).{0,200}Cannot allocate memory"),
    ("out of memory", "memory", "refused", "clang", r"LLVM ERROR: out of memory"),
    ("c1060", "memory", "refused", "msvc", r"error C1060"),
    ("lnk1102", "memory", "refused", "msvc", r"error LNK1102"),
    ("c1002", "memory", "refused", "msvc", r"error C1002"),
    ("heap out of memory", "memory", "refused", "node", r"JavaScript heap out of memory"),
    ("oom-kill", "memory", "compiler-killed", "kernel", r"oom-kill:.*task=(?P<subject>[^,]+)"),
    ("out of memory: kill", "memory", "compiler-killed", "kernel", r"Out of memory: Kill(?:ed)? process \d+ \((?P<subject>[^)]+)\)"),
    ("cgroup out of memory", "memory", "compiler-killed", "kernel", r"Memory cgroup out of memory: Kill(?:ed)? process \d+ \((?P<subject>[^)]+)\)"),
)

DISK = _all(
    ("no space left on device", "disk", "full", "", r"No space left on device"),
    ("enospc", "disk", "full", "node", r"\bENOSPC\b"),
    ("disk quota exceeded", "disk", "quota", "", r"Disk quota exceeded"),
    ("not enough space on the disk", "disk", "full", "", r"not enough space on the disk"),
    ("no space left", "disk", "full", "cargo", r"no space left"),
)

NETWORK = _all(
    ("unable to access", "network", "git", "git", rf"fatal: unable to access {_Q}?{_URL}"),
    ("could not read from remote repository", "network", "git", "git", r"fatal: Could not read from remote repository"),
    ("could not resolve hostname", "network", "resolve", "ssh", r"ssh: Could not resolve hostname (?P<subject>[^:\s]+)"),
    ("unable to connect to", "network", "git", "git", r"fatal: unable to connect to (?P<subject>[^\s:]+)"),
    ("unable to look up", "network", "git", "git", r"fatal: [Uu]nable to look up (?P<subject>\S+)"),
    ("could not read username", "network", "git", "git", rf"fatal: could not read Username for {_Q}?{_URL}"),
    ("early eof", "network", "git", "git", r"fatal: (?:fetch-pack: .*|early EOF|the remote end hung up)"),
    ("rpc failed", "network", "git", "git", r"error: RPC failed"),
    ("certificate_verify_failed", "network", "certificate", "pip", r"WARNING: Retrying \(Retry\(.*CERTIFICATE_VERIFY_FAILED", HINT),
    ("retrying (retry(", "network", "retry", "pip", r"WARNING: Retrying \(Retry\(.*after connection broken by", HINT),
    ("curl: (", "network", "curl", "curl", r"curl: \((?:5|6|7|16|18|22|28|35|52|56|60|92)\)"),
    ("unable to resolve host address", "network", "resolve", "wget", rf"wget: unable to resolve host address {_Q}(?P<subject>[^'’]+)"),
    ("[6] could", "network", "resolve", "cargo", r"\[6\] Could(?:n't| not) resolve host"),
    ("[28] timeout", "network", "timeout", "cargo", r"\[28\] Timeout was reached"),
    ("[7] ", "network", "connect", "cargo", r"\[7\] (?:Couldn't|Could not|Failed to) connect to"),
    ("error sending request", "network", "connect", "", rf"error sending request for url \({_URL}"),
    ("request failed after", "network", "retry", "uv", r"Request failed after \d+ retries"),
    ("failed to fetch", "network", "fetch", "uv", rf"Failed to fetch:? `?{_URL}"),
    ("client error (connect)", "network", "connect", "uv", r"client error \(Connect\)"),
    ("urlopen error", "network", "resolve", "python", r"<urlopen error (?P<found>[^>]+)>"),
    ("certificate_verify_failed", "network", "certificate", "python", r"(?:HTTPS?ConnectionPool\(host='(?P<subject>[^']+)'.*)?CERTIFICATE_VERIFY_FAILED"),
    ("max retries exceeded", "network", "retry", "python", r"(?:HTTPS?ConnectionPool\(host='(?P<subject>[^']+)'.*)?Max retries exceeded"),
    ("newconnectionerror", "network", "connect", "python", r"NewConnectionError"),
    ("connectionerror", "network", "connect", "python", r"^(?:requests\.exceptions\.|urllib3\.exceptions\.)?(?:ConnectionError|ConnectTimeout|ProxyError|SSLError)\b.*"),
    ("http error", "network", "http", "python", r"(?:urllib\.error\.)?HTTP ?Error:? (?P<found>[45]\d\d)"),
    ("connection timed out", "network", "timeout", "", r"(?:connect|Connection|Errno 110|ssh|curl|fatal).*[Cc]onnection timed out"),
    ("connection reset by peer", "network", "connect", "", r"Connection reset by peer"),
    ("connection refused", "network", "connect", "", r"(?:Failed to connect|connect to|Errno 111|os error 111|urlopen).*Connection refused"),
    ("temporary failure", "network", "resolve", "", r"Temporary failure (?:in name resolution|resolving '(?P<subject>[^']+)')"),
    ("name or service not known", "network", "resolve", "", r"Name or service not known"),
    ("couldn't resolve host name", "network", "resolve", "cmake", r"[Cc]ouldn't resolve host name"),
    ("could not resolve host", "network", "resolve", "", r"Could not resolve host:? (?P<subject>[^\s;]+)"),
    ("dial tcp", "network", "connect", "go", r"dial tcp:? .*(?:no such host|refused|timeout|server misbehaving)"),
    ("etimedout", "network", "timeout", "node", r"\b(?:ETIMEDOUT|ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN)\b"),
    ("read timed out", "network", "timeout", "pip", r"Read timed out"),
    ("failed to clone", "network", "git", "cmake", rf"Failed to clone repository: {_Q}?{_URL}", HINT),
    ("network unreachable", "network", "connect", "", r"[Nn]etwork (?:is )?unreachable"),
    ("network is unreachable", "network", "connect", "", r"Network is unreachable"),
)

_MODULES_OF_TOOLS = (
    r"(?:[Cc]ython|setuptools(?:_rust|_scm)?|wheel|skbuild|scikit_build_core|mesonpy|hatchling|flit_core|poetry"
    r"|pbr|cffi|pybind11|nanobind|cmake|ninja|maturin|packaging|sipbuild|numpy\.distutils|jinja2|mako|yaml"
    r"|pythran|versioneer|cppy|tomli|toml|pkgconfig|extension_helpers)"
)
_REMOVED = (
    r"(?:distutils(?:\.\w+)*|imp|asyncore|asynchat|smtpd|cgi|crypt|nis|pipes|telnetlib|xdrlib|lib2to3(?:\.\w+)*"
    r"|audioop|chunk|imghdr|sndhdr|nntplib|msilib|ossaudiodev|spwd|uu|parser|symbol|formatter|binhex|macpath)"
)

PYTHON = _all(
    ("different python", "python", "requires-python", "pip", r"(?:ERROR: )?Package '?(?P<subject>[^' ]+)'? requires a different Python: (?P<found>[\w.+]+) not in '?(?P<wanted>[^']+)'?"),
    ("different python version", "python", "ignored-versions", "pip", r"ERROR: Ignored the following versions that require a different python version: (?P<wanted>.*)", HINT),
    ("requires-python", "python", "requires-python", "pip", r"ERROR: .*[Rr]equires-[Pp]ython[ :]*(?P<wanted>[<>=!~][^;)\s]*)"),
    ("does not satisfy python", "python", "requires-python", "uv", r"[Tt]he (?:current|requested) Python version \((?P<found>[<>=]*[\d.]+)\) does not satisfy Python(?P<wanted>[<>=!~][^\s]{0,60}?)[,.]?(?:\s+and (?P<subject>[\w.-]{1,100}(?:[<>=!~]\S{0,60})?) depends on|\s|$)"),
    ("requires python", "python", "requires-python", "python", r"(?:[Ee]rror|ERROR|[Ee]xception|SystemExit|sys\.exit|[Ss]orry).{0,200}?requires? (?:at least )?[Pp]ython (?:version )?(?P<wanted>[<>=!~]*\s?\d[\d.]*[^\s:;)]{0,40})"),
    ("only versions", "python", "requires-python", "python", r"Cannot install on Python version (?P<found>[\d.]+); only versions (?P<wanted>\S+) are supported"),
    ("python version", "python", "requires-python", "python", r"(?:SystemExit|ERROR|[Ee]rror|Exception):? .{0,200}Python (?:version )?(?:\(?(?P<found>\d[\d.]{0,20}(?![\d.]))\)?|(?![\d(])).{0,60}(?:not supported|unsupported|is required|too (?:old|new))"),
    ("python", "python", "requires-python", "python", r"^(?:\w*Error|SystemExit|ERROR|[Ee]rror|Exception):? .*(?:[Dd]oes not support|[Uu]nsupported|not compatible with|incompatible with) [Pp]ython (?:version )?(?P<found>\d[\d.]*)"),
    ("python", "python", "requires-python", "python", r"^(?:\w*Error|SystemExit|ERROR|[Ee]rror|Exception|AssertionError):? .*[Pp]ython (?P<wanted>[<>=]{0,3}\s?\d\.\d[\d.+]{0,30}) (?:or (?:later|newer|higher|above|greater) )?(?:is|are) (?:required|needed)"),
    ("newer than pyo3", "python", "too-new", "pyo3", r"interpreter version \((?P<found>[\d.]+)\) is newer than PyO3's maximum supported version \((?P<wanted>[\d.]+)\)"),
    ("this check cannot be suppressed", "python", "no-stable-abi", "pyo3", r"free-threaded build of CPython does not support the limited API", HINT),
    ("no module named", "python", "removed-module", "python", rf"(?:ModuleNotFoundError|ImportError): No module named '(?P<subject>{_REMOVED})'"),
    ("impimporter", "python", "removed-name", "python", r"AttributeError: module 'pkgutil' has no attribute '(?P<subject>ImpImporter|ImpLoader)'"),
    ("has no attribute", "python", "removed-name", "python", r"AttributeError: module '(?P<wanted>collections|inspect|configparser|ast|imp|time|locale|unittest|asyncio|platform|cgi|string|os|typing|fractions|gettext|random|html|base64|sys|threading|array|binascii|importlib|pkgutil|logging|sysconfig|plistlib)' has no attribute '(?P<subject>\w+)'"),
    ("has no attribute", "python", "removed-name", "python", r"AttributeError: '?(?P<wanted>ConfigParser|SafeConfigParser|RawConfigParser|HTMLParser|Thread|ElementTree|Element|array\.array)'? object has no attribute '(?P<subject>readfp|unescape|isAlive|getchildren|tostring|fromstring)'"),
    ("cannot import name", "python", "removed-name", "python", r"ImportError: cannot import name '(?P<subject>\w+)' from '(?P<wanted>collections|inspect|fractions|typing|asyncio|configparser|importlib|unittest|distutils[\w.]*|time|math|ast|xml\.\w+)'"),
    ("missing parentheses in call to 'print'", "python", "python-2", "python", r"SyntaxError: Missing parentheses in call to '(?P<subject>print)'"),
    ("multiple exception types must be", "python", "python-2", "python", r"SyntaxError: multiple exception types must be parenthesized"),
    ("nameerror", "python", "python-2", "python", r"NameError: name '(?P<subject>unicode|xrange|raw_input|basestring|execfile|reload|unichr|long)' is not defined"),
    ("no module named", "python", "python-2", "python", r"(?:ModuleNotFoundError|ImportError): No module named '(?P<subject>ConfigParser|urllib2|StringIO|cPickle|cStringIO|commands|httplib|urlparse|Queue|HTMLParser|Tkinter|__builtin__|UserDict|exceptions|thread)'"),
    ("install_layout", "setting", "setuptools-of-debian", "setuptools", r"AttributeError: install_layout\b"),
    ("use_2to3", "setting", "use-2to3", "setuptools", r"error in .* setup command: use_2to3 is invalid"),
    ("no matching distribution", "setting", "no-distribution", "pip", r"ERROR: No matching distribution found for (?P<subject>\S+)", CAUSE),
    ("could not find a version", "setting", "no-distribution", "pip", r"ERROR: Could not find a version that satisfies the requirement (?P<subject>[^\s(]+).*\(from versions: (?P<found>[^)]*)", CAUSE),
    ("not a supported wheel on this platform", "python", "wheel-tags", "pip", r"ERROR: (?P<subject>\S+\.whl) is not a supported wheel on this platform"),
    ("there is no version of", "setting", "no-distribution", "uv", r"Because there is no version of (?P<subject>[^\s,]+)"),
    ("not found in the package registry", "setting", "no-distribution", "uv", r"Because (?P<subject>\S+) was not found in the package registry"),
    ("has no usable wheels", "setting", "no-wheel", "uv", r"Because (?P<subject>\S+) has no usable wheels"),
    ("no wheels with a matching python", "python", "wheel-tags", "uv", r"(?<!\S)[^\w\s]?(?P<subject>[\w.-]+)(?:[^\w.\s-]\S*)? has no wheels with a matching Python (?:version|ABI|implementation) tag"),
    ("conflicting dependencies", "setting", "conflict", "pip", r"ERROR: (?:ResolutionImpossible|Cannot install (?P<subject>.+?) because these package versions have conflicting)"),
    ("error: resolutionimpossible", "setting", "conflict", "pip", r"ERROR: ResolutionImpossible", SUMMARY),
    ("required packages python requirement", "python", "requires-python", "poetry", r"supported Python range \((?P<found>[^)]+)\) is not compatible"),
    ("version solving failed", "setting", "conflict", "poetry", r"^So,? (?:because )?.*version solving failed", HINT),
    ("we can conclude", "setting", "conflict", "uv", r"^(?:cause: )?Because .*we can conclude"),
    ("unsatisfiableerror", "setting", "conflict", "conda", r"^(?:LibMamba)?UnsatisfiableError: "),
    ("could not solve for environment specs", "setting", "conflict", "mamba", r"Could not solve for environment specs", HINT),
    ("packagesnotfounderror", "setting", "no-package", "conda", r"^(?:PackagesNotFoundError|ResolvePackageNotFound): "),
    ("condahttperror", "network", "http", "conda", r"^CondaHTTPError: (?:HTTP )?(?P<found>\S+)"),
    ("no solution found", "setting", "conflict", "uv", r"No solution found when resolving", SUMMARY),
)

TOOLS = _all(
    ("not found", "tool", "", "sh", r"^(?:/\S+/)?(?:ba|da|k|z|a)?sh: (?:line )?\d+: (?P<subject>[^:\s]+): not found"),
    ("command not found", "tool", "", "sh", r"(?:^|: )(?:line \d+: )?(?P<subject>[^:\s]+): command not found"),
    ("command not found", "tool", "", "zsh", r"command not found: (?P<subject>\S+)"),
    ("not found", "tool", "", "make", r"^\S*make(?:\[\d+\])?: (?P<subject>[\w./+-]+): (?:Command not found|No such file or directory)"),
    ("no such file", "tool", "", "make", r"^\S*make(?:\[\d+\])?: (?:execvp: )?(?P<subject>[\w./+-]+): No such file or directory"),
    ("not found", "tool", "", "env", r"env: [‘'](?P<subject>[\w.+-]+)[’']: No such file"),
    ("no such file", "tool", "", "env", r"env: [‘'](?P<subject>[\w.+-]+)[’']: No such file"),
    ("unable to execute", "tool", "", "setuptools", r"unable to execute '(?P<subject>[^']+)': No such file"),
    ("no such file", "tool", "", "setuptools", r"error: command '(?P<subject>[^']+)' failed: No such file or directory"),
    ("no such file", "tool", "", "python", r"FileNotFoundError: \[Errno 2\] No such file or directory: '(?P<subject>[\w+-]+(?:-\d[\d.]*)?(?:\.exe)?)'"),
    ("winerror 2", "tool", "", "python", r"FileNotFoundError: \[WinError 2\]"),
    ("is not recognized as", "tool", "", "cmd", r"'(?P<subject>[^']+)' is not recognized as an internal or external command"),
    ("microsoft visual c++", "tool", "msvc", "setuptools", r"error: (?P<subject>Microsoft Visual C\+\+) (?P<wanted>[\d.]+) (?:or greater )?is required"),
    ("msb8020", "tool", "msvc", "msbuild", r"error MSB8020: .{0,200}?build tools for (?P<subject>[^(]{1,100}?) ?\("),
    ("msb8036", "tool", "windows-sdk", "msbuild", r"error MSB8036: The (?P<subject>Windows SDK)"),
    ("pg_config executable not found", "tool", "", "python", r"(?P<subject>pg_config) executable not found"),
    ("mysql_config not found", "tool", "", "python", r"(?P<subject>mysql_config) not found"),
    ("xmlsec1", "library", "", "python", r"(?:Unable to find|not find) (?P<subject>xmlsec1)"),
    ("can't find rust compiler", "tool", "", "setuptools-rust", r"error: [Cc]an't find (?P<subject>Rust) compiler"),
    ("rust", "tool", "", "maturin", r"(?P<subject>rustc|Cargo|cargo)[^.]{0,60} is not installed or (?:is )?not (?:in|on) PATH"),
    ("rust not found", "tool", "", "maturin", r"(?P<subject>Rust) not found, installing into a temporary directory", HINT),
    ("cargo", "tool", "", "cargo", r"error: (?:no such command|command not found): `?(?P<subject>cargo-[\w-]+|\w+)`?"),
    ("linker `", "tool", "", "rustc", r"error: linker `(?P<subject>[^`]+)` not found"),
    ("failed to find tool", "tool", "", "cc-rs", r"[Ff]ailed to find tool\. Is `(?P<subject>[^`]+)` installed"),
    ("is `cmake` not installed", "tool", "", "cmake-rs", r"is `(?P<subject>cmake)` not installed"),
    ("could not find `protoc`", "tool", "", "prost", r"Could not find `(?P<subject>protoc)`"),
    ("cuda_home environment", "tool", "nvcc", "torch", r"CUDA_HOME environment variable is not set()(?P<subject>)"),
    ("nvcc", "tool", "nvcc", "", r"(?i)(?:could not find|failed to find|not found:?|cannot find|unable to find) ['\"`]?(?P<subject>nvcc)\b"),
    ("nvcc", "tool", "nvcc", "", r"(?P<subject>nvcc) (?:was )?not found"),
    ("pkg-config command could not be found", "tool", "", "pkg-config-rs", r"[Tt]he (?P<subject>pkg-config) command could not be found", HINT),
    ("possibly undefined macro", "tool", "macro", "autoconf", r"error: possibly undefined macro: (?P<subject>\w+)"),
    ("setuptools is not available", "tool", "module", "pip", r"since (?P<subject>setuptools) is not available in the build environment"),
    ("not found: ", "tool", "", "node", r"\bError: not found: (?P<subject>[\w.+-]+)$"),
    ("config not found", "tool", "", "configure", r"(?<![\w+])(?P<subject>(?:[a-zA-Z\d+]+[-_]){1,9}config) not found"),
    ("not found or too old", "tool", "", "configure", r"^(?P<subject>[\w+-]+)(?:/[\w+-]+)* not found or too old"),
    ("ninja is required", "tool", "", "torch", r"(?P<subject>Ninja) is required to load C\+\+ extensions"),
    ("cmake must be installed", "tool", "", "python", r"(?P<subject>CMake) must be installed to build"),
    ("problem with the cmake installation", "tool", "", "skbuild", r"Problem with the (?P<subject>CMake) installation"),
    ("cmake not found", "tool", "", "skbuild", r"(?P<subject>CMake|cmake) not found"),
    ("could not detect ninja", "tool", "", "meson", r"ERROR: Could not detect (?P<subject>Ninja) (?P<wanted>v[\d.]+ or newer)"),
    ("program", "tool", "", "meson", rf"ERROR: Program {_Q}(?P<subject>[^'`’ ]+).* not found"),
    ("unknown compiler", "tool", "compiler", "meson", r"ERROR: Unknown compiler\(s\): \[\[?'(?P<subject>[^']+)'\](?:, \[(?P<found>'[^']+')\])?"),
    ("no acceptable c", "tool", "compiler", "configure", r"configure: error: (?:\*\*\* )?no acceptable (?P<subject>C\S*) (?:compiler|preprocessor)"),
    ("no fortran compiler found", "tool", "", "setuptools", r"has (?P<subject>Fortran) sources but no Fortran compiler found"),
    ("fortran compiler", "tool", "", "", r"(?:[Nn]o|[Cc]ould not (?:find|locate)(?: a)?|[Rr]equires a) (?P<subject>Fortran) compiler(?: found)?"),
    ("no module named", "tool", "module", "python", rf"(?:ModuleNotFoundError|ImportError): No module named '(?P<subject>{_MODULES_OF_TOOLS})(?:[.'])"),
    ("pkg_resources", "tool", "pkg-resources", "python", r"(?:ModuleNotFoundError|ImportError): No module named '(?P<subject>pkg_resources)'"),
    ("invalid command 'bdist_wheel'", "tool", "module", "setuptools", r"error: invalid command 'bdist_(?P<subject>wheel)'"),
    ("cython", "tool", "module", "python", r"(?:SystemExit|Exception|ERROR|[Ee]rror):? .*(?P<subject>[Cc]ython) (?:is |was )?(?:required|not (?:found|installed)|needed)"),
    ("backendunavailable", "tool", "backend", "pip", r"BackendUnavailable(?:: Cannot import '?(?P<subject>[\w.]+))?"),
    ("cannot import 'setuptools", "tool", "backend", "pip", r"Cannot import '(?P<subject>setuptools)[\w.]*'"),
    ("you need to install", "tool", "", "", r"(?:[Ee]rror|ERROR).{0,80}[Yy]ou need to install (?P<subject>[\w+.-]+)", HINT),
    ("invalid active developer path", "tool", "xcode", "xcrun", r"(?P<subject>xcrun): error: invalid active developer path"),
    ("autoreconf", "tool", "", "", r"(?P<subject>autoreconf|autoconf|automake|libtoolize|aclocal): not found"),
    ("missing on your system", "tool", "", "automake", r"WARNING: '(?P<subject>[\w-]+)[^']*' is missing on your system"),
)

MODULES = _all(
    ("bad_alloc", "memory", "refused", "", r"(?:terminate called after throwing an instance of '|what\(\):\s+)?std::bad_alloc"),
    ("no module named", "setting", "isolation", "python", r"(?:ModuleNotFoundError|ImportError): No module named '(?P<subject>[\w.]+)'"),
    ("oldest-supported-numpy", "setting", "isolation", "pip", r"No module named 'oldest-supported-(?P<subject>numpy)'"),
)
"""Of a package being built; elsewhere they are ordinary failures of a program."""

LIBRARIES = _all(
    ("unable to locate package", "library", "apt", "apt", r"^E: Unable to locate package (?P<subject>\S+)"),
    ("has no installation candidate", "library", "apt", "apt", r"^E: Package '?(?P<subject>[^' ]+)'? has no installation candidate"),
    ("valid pkg-config name", "library", "pkg-config", "python", r"Can not find valid pkg-config name(?P<subject>)"),
    ("is required to build", "library", "", "", r"(?:[Ee]rror|ERROR|Exception|fatal)[^:]{0,100}: (?:.{0,200} )?(?P<subject>[\w+.-]{1,100}) (?:library )?is required to build", HINT),
    ("was not found in the pkg-config search path", "library", "pkg-config", "pkg-config", r"Package '?(?P<subject>[^\s',]+)'?,? (?:required by '(?P<wanted>[^']+)', )?(?:was )?not found in the pkg-config search path", HINT),
    ("not found", "library", "pkg-config", "pkg-config", r"^(?:\*\*\* )?(?:No package '(?P<subject>[^']+)' found|Package '(?P<wanted>[^']+)', required by '[^']+', not found)", HINT),
    ("required packages were not found", "library", "pkg-config", "cmake", r"The following required packages were not found:", HINT),
    ("dependency", "library", "", "meson", rf"ERROR: Dependency {_Q}(?P<subject>[^'`’\"]+){_Q} (?:is required but )?not found"),
    ("dependency lookup for", "library", "", "meson", r"ERROR: Dependency lookup for (?P<subject>\S+) with method"),
    ("invalid version", "library", "version", "meson", r"ERROR: (?:Invalid version|Dependency) (?:of dependency, need|.{0,60}?) '?(?P<subject>[\w+.-]{1,100})'? .{0,200}?(?P<wanted>\['?[<>=][^\]]{0,100}\])\s?found '?(?P<found>[\w.]+)"),
    ("library", "library", "", "meson", rf"ERROR: C(?:\+\+)? (?:shared or static )?library {_Q}(?P<subject>[^'`’]+){_Q} not found"),
    ("library dfftpack", "library", "", "numpy", r"library (?P<subject>dfftpack) has Fortran sources", HINT),
    ("no lapack/blas", "library", "blas", "numpy", r"(?:NotFoundError|BlasNotFoundError|LapackNotFoundError|BlasSrcNotFoundError): ?(?P<subject>No lapack/blas resources found)?"),
    ("unable to load dependency", "library", "", "h5py", r"Unable to load dependency (?P<subject>\w+), make sure"),
    ("openssl", "library", "openssl", "openssl-sys", r"Could not find directory of (?P<subject>OpenSSL) installation"),
    ("could not run", "library", "pkg-config", "pkg-config-rs", r"pkg-config exited with status code|Could not run `[^`]*pkg-config[^`]* (?P<subject>[^\s`]+)`", HINT),
    ("system library `", "library", "", "pkg-config-rs", r"[Tt]he system library `(?P<subject>[^`]+)` required by crate `[^`]+` was not found"),
    ("required by crate", "library", "", "pkg-config-rs", r"[Tt]he system library `(?P<subject>[^`]+)`"),
    ("unable to find libclang", "library", "", "bindgen", r"Unable to find (?P<subject>libclang)"),
    ("headers or library files could not be found", "library", "pillow", "pillow", r"The headers or library files could not be found for (?P<subject>\w+),"),
    ("requireddependencyexception", "library", "pillow", "pillow", r"RequiredDependencyException: (?P<subject>\w+)"),
    ("cannot open shared object", "library", "loaded", "ld.so", r"error while loading shared libraries: (?P<subject>[^:]+): cannot open shared object"),
    ("curl-config", "tool", "", "pycurl", r"Could not run (?P<subject>curl-config)"),
    ("make sure the libxml2", "library", "", "lxml", r"Please make sure the (?P<subject>libxml2) and libxslt development packages are installed", HINT),
    ("llvm-config", "tool", "", "llvmlite", r"(?:Could not find|Could not locate|failed executing|No such).{0,40}(?P<subject>llvm-config)"),
    ("gdal-config", "tool", "", "gdal", r"(?:Could not find|Unable to find|A GDAL API version must be|No such).{0,40}(?P<subject>gdal-config)|(?P<wanted>A GDAL API version must be specified)"),
    ("(or bad) c librar", "library", "", "cabal", r"Missing \(or bad\) C librar(?:y|ies): (?P<subject>[\w+.-]+)"),
    ("(or bad) header", "header", "", "cabal", r"Missing \(or bad\) header file: (?P<subject>[\w+./-]+)"),
    ("can't find header files for", "header", "", "mkmf", r"can't find header files? for \w+ at (?P<subject>\S+)"),
    ("unknown module(s) in qt", "library", "", "qmake", r"Unknown module\(s\) in QT: (?P<subject>\w+)"),
    ("checking for", "library", "waf", "waf", r"^Checking for (?:library |program |header |')?(?P<subject>[\w+./-]{1,100}).{0,80}?: (?:not found|no)$", HINT),
    ("portaudio", "library", "", "", r"(?P<subject>portaudio)\w* (?:library )?not found"),
)

COMPILERS = _all(
    ("unsupported gnu version", "compiler", "nvcc-gcc", "nvcc", r"unsupported GNU version! gcc versions later than (?P<wanted>\d+) are not supported"),
    ("unsupported clang version", "compiler", "nvcc-clang", "nvcc", r"unsupported clang version! clang version must be (?P<wanted>[^.]+)"),
    ("unsupported microsoft visual studio", "compiler", "nvcc-msvc", "nvcc", r"unsupported Microsoft Visual Studio version"),
    ("unrecognized command", "compiler", "option", "gcc", rf"unrecognized (?:command[- ]line )?(?:option|argument.*to option) {_Q}(?P<subject>[^'’\"“”]+){_Q}"),
    ("unknown argument", "compiler", "option", "clang", rf"error: unknown argument:? {_Q}?(?P<subject>-[^'\s;]+)"),
    ("invalid value", "compiler", "option", "clang", r"error: invalid value '(?P<subject>[^']+)' in '-(?:std|march|mcpu|mtune)"),
    ("unsupported option", "compiler", "option", "clang", r"error: unsupported option '(?P<subject>[^']+)'"),
    ("bad value", "compiler", "option", "gcc", rf"error: bad value \(?{_Q}(?P<subject>[^'’\"]+){_Q}\)? for {_Q}-m(?:arch|cpu|tune)"),
    ("unknown value", "compiler", "option", "nvcc", r"nvcc fatal\s+: +Value '(?P<subject>[^']+)' is not defined for option '(?:std|x|dialect)'"),
    ("not defined for option", "compiler", "option", "nvcc", r"nvcc fatal\s+: +Value '(?P<subject>[^']+)' is not defined for option"),
    ("unsupported gpu architecture", "setting", "gpu-architecture", "nvcc", r"nvcc fatal\s+: +Unsupported gpu architecture '(?P<subject>[^']+)'"),
    ("not defined for option 'gpu-name'", "setting", "gpu-architecture", "ptxas", r"ptxas fatal\s+: +Value '(?P<subject>[^']+)' is not defined for option 'gpu-name'"),
    ("unknown option", "compiler", "option", "nvcc", r"nvcc fatal\s+: +Unknown option '(?P<subject>[^']+)'"),
    ("mismatches the version that was used to compile", "abi", "cuda", "torch", r"detected CUDA version \((?P<found>[\d.]+)\) mismatches the version that was used to compile\s?(?:PyTorch)?(?: \((?P<wanted>[\d.]+)\))?"),
    ("abi-compatible with the compiler", "abi", "torch-compiler", "torch", r"compiler.* may be ABI-incompatible with PyTorch", HINT),
    ("rustc", "compiler", "rustc", "cargo", r"(?:requires rustc|requires Rust|minimum supported Rust version(?: is)?|needs rustc|supports rustc) (?P<wanted>[\d.]+)(?:.* rustc (?:version )?is (?P<found>[\d.]+))?"),
    ("is not supported by the following package", "compiler", "rustc", "cargo", r"error: rustc (?P<found>[\d.]+) is not supported by the following package"),
    ("cargo feature", "compiler", "cargo-feature", "cargo", r"requires the Cargo feature called `(?P<subject>[^`]+)`"),
    ("feature `", "compiler", "cargo-feature", "cargo", r"^feature `(?P<subject>edition\d+)` is required"),
    ("supported edition values are", "compiler", "cargo-feature", "cargo", r"edition values are .* but `(?P<subject>\d{4})` is unknown"),
    ("lock file version", "compiler", "cargo-lock", "cargo", r"lock file version `?(?P<subject>\d+)`? (?:requires|was found, but)"),
    ("channel", "compiler", "nightly", "rustc", r"error\[E0554\]: `#!\[feature\]` may not be used on the stable"),
    ("cannot compile programs", "compiler", "broken", "meson", r"ERROR: Compiler (?P<subject>.+) can ?not compile programs"),
    ("problem encountered", "compiler", "meson", "meson", r"ERROR: Problem encountered: (?P<found>.*(?:requires? (?:at least )?|needs? )(?P<subject>GCC|gcc|g\+\+|Clang|clang|MSVC|Visual Studio|[Cc]ompiler)\b[^\d<>=]{0,100}(?P<wanted>[<>=]{0,2} ?\d[\d.]*).*)"),
    ("no such instruction", "compiler", "assembler", "as", r"Error: no such instruction: [`'](?P<subject>\w+)"),
    ("known to", "compiler", "feature", "cmake", r"(?:The compiler feature|Target requires the language dialect|compiler feature) \"(?P<subject>\w+)\" .*is not known to"),
)

ABI = _all(
    ("lto version", "abi", "lto", "gcc", r"generated with LTO version (?P<found>[\d.]+) instead of the expected (?P<wanted>[\d.]+)|generated with LTO version \S+ instead"),
    ("lnk2038", "abi", "msvc-mismatch", "link", r"error LNK2038: mismatch detected for '(?P<subject>[^']+)': value '(?P<found>[^']+)' doesn't match value '(?P<wanted>[^']+)'"),
    ("lnk2038", "abi", "msvc-mismatch", "link", r"error LNK2038: [^']*'(?P<subject>[^']+)'[^']*'(?P<found>[^']+)'[^']*'(?P<wanted>[^']+)'"),
    ("lnk1112", "abi", "machine", "link", r"LNK1112: .*'(?P<found>[^']+)'.*'(?P<wanted>[^']+)'"),
    ("file in wrong format", "abi", "machine", "ld", r"(?P<subject>\S+): (?:error adding symbols: )?[Ff]ile in wrong format"),
    ("is incompatible with", "abi", "machine", "ld", r"(?P<subject>\S+)(?: of input file `[^']+')? is incompatible with (?P<wanted>\S+)(?: output)?$"),
    ("incompatible", "abi", "machine", "mold", r"(?:mold|ld\.lld|ld): (?:fatal|error): (?P<subject>\S+): (?:incompatible file type|is incompatible with)"),
    ("incompatible target", "abi", "machine", "gold", r"error: (?P<subject>\S+): incompatible target"),
    ("different version of gnu fortran", "abi", "fortran-module", "gfortran", r"Cannot read module file [‘'](?P<subject>[^’']+)[’'].*different version of GNU Fortran"),
    ("e0514", "abi", "rust-crate", "rustc", r"error\[E0514\]: found (?:crate|possibly newer version of crate) `(?P<subject>[^`]+)` compiled by an incompatible"),
    ("c1900", "abi", "msvc", "cl", r"error C1900"),
    ("lnk1257", "abi", "msvc", "link", r"error LNK1257"),
    ("c1047", "abi", "msvc", "link", r"error C1047: (?:.*[\s'])?(?P<subject>[^\s']+\.obj)"),
    ("size changed, may indicate binary incompatibility", "abi", "numpy", "numpy", r"ValueError: (?P<subject>\w+\.\w+) size changed, may indicate binary incompatibility\. Expected (?P<wanted>\d+) from C header, got (?P<found>\d+)"),
    ("compiled using numpy 1.x", "abi", "numpy-1", "numpy", r"A module that was compiled using NumPy 1\.x cannot be run in"),
    ("numpy c-api version", "abi", "numpy-api", "numpy", r"module compiled against (?:ABI version|API version|NumPy C-API version) (?P<wanted>0x\w+) but this version of numpy is (?P<found>0x\w+)"),
    ("source was compiled with", "abi", "loaded", "", r"Loaded runtime (?P<subject>\w+) library: (?P<found>[\d.]+\d) but source was compiled with: (?P<wanted>[\d.]+\d)"),
    ("compiled against api version", "abi", "numpy-api", "numpy", r"module compiled against API version (?P<wanted>0x\w+) but this version of numpy is (?P<found>0x\w+)"),
)

SUBMODULES = _all(
    ("cargo.toml", "submodule", "cargo", "cargo", r"failed to (?:read|load manifest for workspace member|parse manifest at) `?(?P<subject>\S*(?:third[_-]?party|3rdparty|extern|submod|vendor|deps|contrib)\S*)/Cargo\.toml`?"),
    ("git submodule", "submodule", "told", "", r"(?:(?<![\w./-])(?P<subject>[\w./-]{1,400}) .{0,40})?(?=[MmNnEeDdPpRrFfTtIi])(?:[Mm]issing|[Nn]ot found|[Ee]mpty|[Dd]id you|[Pp]lease|[Nn]eed|[Rr]un|[Ff]org[eo]t|[Tt]ry|[Ii]nitiali[sz]e).{0,160}git submodule (?:update|init|sync)", HINT),
    ("submodule", "submodule", "told", "", r"(?i)(?:error|exception)\b.*?submodules? (?P<subject>[\w./-]+)?.{0,60}(?:not (?:found|initiali[sz]ed|checked out|present)|missing|empty)", HINT),
    ("neither a subproject directory", "submodule", "meson", "meson", r"ERROR: (?:Subproject \S+ .*)?[Nn]either a subproject directory nor a (?P<subject>\S+)\.wrap file was found"),
    ("subproject exists but has no meson.build", "submodule", "meson", "meson", r"Subproject exists but has no meson\.build file"),
)

SETTINGS = _all(
    ("current cmakecache.txt directory", "setting", "cmake-cache", "cmake", r"CMake Error: The current CMakeCache\.txt directory (?P<found>\S+) is different than the directory (?P<wanted>\S+)"),
    ("does not match the source", "setting", "cmake-cache", "cmake", r"CMake Error: The source \"(?P<found>[^\"]+)\" does not match the source \"(?P<wanted>[^\"]+)\""),
    ("does not match the generator used previously", "setting", "cmake-generator", "cmake", r"CMake Error: Error: generator : (?P<found>.+)"),
    ("could not create named generator", "setting", "cmake-generator", "cmake", r"CMake Error: Could not create named generator (?P<subject>.+)"),
    ("does not appear to contain cmakelists", "setting", "cmake-source", "cmake", r"CMake Error: The source directory \"?(?P<subject>[^\"]+?)\"? does not appear to contain CMakeLists"),
    ("does not exist", "setting", "cmake-source", "cmake", r"CMake Error: The source directory \"(?P<subject>[^\"]+)\" does not exist"),
    ("unknown option", "setting", "option", "meson", r"ERROR: Unknown options?: \"?'?(?P<subject>[\w:.-]+)"),
    ("is not one of the choices", "setting", "value", "meson", r"ERROR: Value \"?(?P<found>[^\" ]+)\"? (?:\(of type .*\) )?for (?:combo )?option \"?'?(?P<subject>[\w:.-]+)"),
    ("meson version is", "setting", "meson-version", "meson", r"ERROR: Meson version is (?P<found>[\w.]+) but project requires (?P<wanted>.+)"),
    ("is not a valid option", "setting", "option", "configure", r"configure: error: (?P<subject>\S+) is not a valid option"),
    ("unrecognized option", "setting", "option", "configure", r"configure: error: unrecognized option: [`'](?P<subject>[^'`]+)"),
    ("invalid pyproject.toml", "setting", "pyproject", "setuptools", r"(?:ValueError: )?invalid pyproject\.toml config: [`'](?P<subject>[^`']+)"),
    ("configuration error", "setting", "pyproject", "setuptools", r"configuration error: [`'](?P<subject>[^`']+)[`'] (?P<found>.+)"),
    ("invalidconfigerror", "setting", "pyproject", "setuptools", r"InvalidConfigError: (?P<found>.+)"),
    ("toml parse error", "setting", "toml", "", r"TOML parse error at (?P<found>.+)"),
    ("tomldecodeerror", "setting", "toml", "", r"TOMLDecodeError: (?P<found>.+)"),
    ("failed to parse manifest", "setting", "manifest", "cargo", r"error: failed to parse manifest at `(?P<subject>[^`]+)`", HINT),
    ("no matching package", "setting", "crate", "cargo", r"error: no matching package (?:named `(?P<subject>[^`]+)` )?found"),
    ("failed to select a version", "setting", "crate", "cargo", r"error: failed to select a version for (?:the requirement )?`(?P<subject>[^`]+)`"),
    ("the lock file", "setting", "locked", "cargo", r"error: the lock file (?P<subject>\S+) needs to be updated but --locked"),
    ("multiple top-level packages", "setting", "flat-layout", "setuptools", r"error: Multiple top-level (?:packages|modules) discovered in a flat-layout: (?P<found>.+)"),
    ("package directory", "setting", "package-dir", "setuptools", r"error: package directory '(?P<subject>[^']+)' does not exist"),
    ("does not appear to be a python project", "setting", "no-project", "pip", r"ERROR: (?:Directory|File) '?(?P<subject>[^' ]+)'? (?:is not installable|does not appear to be a Python project)"),
    ("neither 'setup.py' nor 'pyproject.toml'", "setting", "no-project", "pip", r"ERROR: Directory '(?P<subject>[^']+)' is not installable"),
    ("externally-managed", "setting", "externally-managed", "pip", r"error: externally-managed-environment()(?P<subject>)"),
    ("no targets specified", "setting", "no-makefile", "make", r"\*\*\* No targets specified and no makefile found"),
    ("missing separator", "compile", "makefile", "make", r"^(?P<subject>\S+?):\d+: \*\*\* missing separator"),
    ("no rule to make target", "compile", "no-rule", "make", r"\*\*\* No rule to make target [`'‘](?P<subject>[^'’]+)['’], needed by [`'‘](?P<wanted>[^'’]+)['’]"),
    ("no known rule to make it", "compile", "no-rule", "ninja", r"ninja: error: '(?P<subject>[^']+)', needed by '(?P<wanted>[^']+)', missing and no known rule"),
    ("no makefile", "setting", "no-makefile", "make", r"\*\*\* No rule to make target '?(?P<subject>all|install|clean|test|check)'?\.  ?Stop"),
    ("ninja: error: loading", "setting", "no-ninja-file", "ninja", r"ninja: error: loading '(?P<subject>[^']+)': No such file"),
    ("permission denied", "setting", "permission", "", r"(?:PermissionError: \[Errno 13\] Permission denied|ERROR: Could not install packages due to an OSError: \[Errno 13\] Permission denied|(?:error|ERROR|fatal)\S*: .{0,200}[Pp]ermission denied):? ?'?(?P<subject>/[^'\s]*)?"),
    ("read-only file system", "setting", "read-only", "", r"[Rr]ead-only file system:? ?'?(?P<subject>/[^'\s]*)?"),
    ("do not match the hashes", "setting", "hashes", "pip", r"ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"),
    ("did not match any file(s) known to git", "setting", "git-ref", "git", r"error: pathspec '(?P<subject>[^']+)' did not match"),
    ("dubious ownership", "setting", "git-owner", "git", r"detected dubious ownership in repository at '?(?P<subject>[^'\s]+)"),
    ("unbound variable", "setting", "variable", "sh", r"(?P<subject>\w+): unbound variable"),
    ("torch_cuda_arch_list", "setting", "gpu-architecture", "torch", r"Unknown CUDA arch \((?P<subject>[^)]+)\)"),
)
# fmt: on

EVERY = (
    *MEMORY, *DISK, *NETWORK, *ABI, *SUBMODULES, *COMPILERS, *PYTHON, *SETTINGS, *TOOLS, *LIBRARIES,
)  # fmt: skip


def _one_of(words: Iterable[str]) -> re.Pattern[str]:
    """Finds whether a text has one of them, faster than to ask for each: parted by their first
    letters."""
    parts = groupby(sorted(set(words)), key=lambda word: word[0])
    return re.compile(
        "|".join(
            f"{re.escape(first)}(?:{'|'.join(re.escape(one[1:]) for one in group)})"
            for first, group in parts
        )
    )


_KEY = _one_of(one.key for one in (*EVERY, *MODULES))


def complaint_in(text: str, low: str, *, building: bool) -> tuple[Complaint, re.Match[str]] | None:
    """The first complaint that `text` is, `low` being the same in lower case. building: it is of a
    log of a build, where a module that is not found is one that the build needs, and what runs out
    of memory is a compiler."""
    if _KEY.search(low) is None:
        return None
    for one in EVERY:
        if one.key in low and (match := one.pattern.search(text)):
            return one, match
    if building:
        for one in MODULES:
            if one.key in low and (match := one.pattern.search(text)):
                return one, match
    return None
