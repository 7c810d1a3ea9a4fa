"""What posted texts of 2023 to 2026 taught, apart from their wording in the corpus."""

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.findings import Finding
from atfault.options import Options

AT = 'Traceback (most recent call last):\n  File "/home/u/a.py", line 3, in <module>\n    run()\n'
IN = '  File "/home/u/env/lib/python3.11/site-packages/{0}/core.py", line 8, in <module>\n    x()\n'


def explained(text: str) -> Finding:
    return analyze_text(io.BytesIO(text.encode()), "-", Options()).diagnosis[0]


def advice_of(text: str) -> str:
    return "\n".join(f"{one.text} {one.command or ''}" for one in explained(text).advice)


HEADER = "{0}\nsrc/a.c:1:10: fatal error: {1}: No such file or directory\ncompilation terminated.\n"


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("gcc -I/usr/include -c src/a.c -o a.o", "apt-get install portaudio19-dev"),
        ("clang -isysroot /Library/Developer/SDKs -c src/a.c -o a.o", "brew install portaudio"),
        ("gcc -o build/temp.linux-x86_64-cpython-311-x86_64-linux-musl/a.o -c src/a.c",
         "apk add portaudio-dev"),
        ("gcc -I/usr/lib/x86_64-redhat-linux/include -c src/a.c -o a.o",
         "dnf provides '*/portaudio.h'"),
    ],
)  # fmt: skip
def test_packages_are_named_as_the_system_of_the_log_does(path: str, command: str) -> None:
    assert command in advice_of(HEADER.format(path, "portaudio.h"))


def test_a_header_of_windows_is_not_looked_for_with_apt() -> None:
    text = HEADER.format(r"cc -IC:\Users\u\include -c src/a.c", "nobody/knows.h")
    assert "apt" not in advice_of(text)


@pytest.mark.parametrize(
    ("error", "package", "summary"),
    [
        ("AttributeError: module 'numpy' has no attribute 'float'.", "skvideo", "numpy<1.24"),
        ("ImportError: cannot import name 'NaN' from 'numpy' (/e/numpy/__init__.py)", "pandas_ta",
         "numpy<2"),
        ("TypeError: Descriptors cannot be created directly.", "onnx", "protobuf<=3.20.3"),
    ],
)  # fmt: skip
def test_a_package_that_uses_what_is_gone_is_named(error: str, package: str, summary: str) -> None:
    finding = explained(AT + IN.format(package) + error + "\n")
    assert finding.cause == "configuration"
    assert finding.summary == f"{package} needs {summary}"
    assert explained(AT + error + "\n").cause == "unknown"  # the user's own line says it all


@pytest.mark.parametrize(
    ("said", "cause", "names"),
    [
        ("ImportError: dynamic module does not define module export function (PyInit_fast)",
         "missing-symbol", "PYBIND11_MODULE(fast, m)"),
        ("ImportError: DLL load failed while importing a: A dynamic link library (DLL) "
         "initialization routine failed.", "abi-mismatch", "VCRedist"),
        ("OSError: [WinError 1455] The paging file is too small for this operation to complete. "
         'Error loading "C:\\a.dll" or one of its dependencies.', "out-of-memory", "paging file"),
        ("ImportError: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.31' not found",
         "missing-symbol", "libstdcxx"),
        ("ImportError: /e/a.so: undefined symbol: iJIT_NotifyEvent", "missing-symbol",
         "mkl<2024.1"),
        ("ImportError: /e/libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version "
         "libnvJitLink.so.12", "missing-symbol", "nvidia-nvjitlink-cu12"),
        ("numba.cuda.cudadrv.error.NvvmSupportError: libNVVM cannot be found. Do `conda install "
         "cudatoolkit`:", "missing-library", "numba-cuda"),
        ("OSError: cannot load library 'pango-1.0-0': pango-1.0-0: cannot open shared object file: "
         "No such file or directory", "missing-library", "libpango-1.0-0"),
        ("IndexError: index is out of bounds", "index-out-of-range", "--check-bounds"),
        ("IndexError: getitem out of range", "index-out-of-range", "NUMBA_DISABLE_JIT=1"),
        ("SystemError: initialization of _internal failed without raising an exception",
         "abi-mismatch", "numpy"),
        ("RuntimeError: module was compiled against NumPy C-API version 0x10 (NumPy 1.23) but the "
         "running NumPy has C-API version 0xe.", "abi-mismatch", "numpy>=1.23,<2"),
    ],
)  # fmt: skip
def test_what_ends_an_import_is_told_with_what_helps(said: str, cause: str, names: str) -> None:
    assert explained(f"{AT}{said}\n").cause == cause
    assert names in advice_of(f"{AT}{said}\n")


def test_words_of_another_library_for_an_index_are_not_numbas() -> None:
    own = '  File "/home/u/b.py", line 2, in pick\n    raise IndexError("index is out of bounds")\n'
    said = "IndexError: index is out of bounds\n"
    assert explained(AT + own + said).cause == "unknown"


def test_a_message_that_ends_with_its_line_is_read_with_the_next() -> None:
    text = (
        "RuntimeError:\nThe detected CUDA version (12.3) mismatches the version that was used to "
        "compile\nPyTorch (11.8). Please make sure to use the same CUDA versions.\n"
        "ERROR: Failed building wheel for a\n"
    )
    assert explained(text).summary == "CUDA 12.3 would build, and torch was built with CUDA 11.8"


@pytest.mark.parametrize(
    ("text", "cause", "names"),
    [
        ('qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "/e/cv2/qt/plugins" even '
         "though it was found.\nAborted (core dumped)\n", "configuration", "headless"),
        ('qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "" even though it was '
         "found.\nAborted (core dumped)\n", "missing-library", "QT_DEBUG_PLUGINS=1"),
        ('qt.qpa.xcb: could not connect to display\nqt.qpa.plugin: Could not load the Qt platform '
         'plugin "xcb" in "" even though it was found.\n', "configuration", "offscreen"),
        ("The TensorFlow library was compiled to use AVX instructions, but these aren't available "
         "on your machine.\nAborted (core dumped)\n", "illegal-instruction", "older processors"),
        ("/usr/bin/ld: cannot find -lcuda: No such file or directory\ncollect2: error: ld returned "
         "1 exit status\n", "missing-library", "lib64/stubs"),
        ("nvcc fatal   : Unsupported gpu architecture 'compute_120'\n", "configuration", "12.8"),
        ("Trying pkg-config --exists mysqlclient\nException: Can not find valid pkg-config name.\n"
         "ERROR: Failed building wheel for mysqlclient\n", "missing-library", "libmysqlclient"),
        ("terminate called after throwing an instance of 'std::bad_alloc'\n  what():  "
         "std::bad_alloc\nAborted (core dumped)\n", "uncaught-cpp-exception", "atfault run"),
    ],
)  # fmt: skip
def test_last_words_are_told_with_what_helps(text: str, cause: str, names: str) -> None:
    assert explained(text).cause == cause
    assert names in advice_of(text)


HUNG = (
    "+++++ Timeout +++++\n~~~~~ Stack of MainThread (140) ~~~~~\n"
    '  File "/home/ci/bus/core.py", line 61, in publish\n    fn(payload)\n'
    '  File "/home/ci/tests/test_bus.py", line 84, in once\n    bus.unsubscribe(once)\n'
    '  File "/home/ci/bus/core.py", line 79, in unsubscribe\n    {}\n+++++ Timeout +++++\n'
)
OTHER = (
    '~~~~~ Stack of post (141) ~~~~~\n  File "/home/ci/book.py", line 38, in post\n    {}\n'
    "+++++ Timeout +++++\n"
)
CONNECT = "connect (socket.py:833)\n    "
DUMP = (
    'Thread 771 ({}): "MainThread"\n    {}lookup (hub/registry.py:37)\n'
    "    dispatch (hub/hub.py:152)\n"
    "    _run (asyncio/events.py:80)\n    _run_once (asyncio/base_events.py:1919)\n"
    "    run_forever (asyncio/base_events.py:604)\n    <module> (hub/__main__.py:21)\n\n"
)


@pytest.mark.parametrize(
    ("text", "cause", "confidence", "line"),
    [
        (HUNG.format("with self._lock:"), "self-deadlock", "possible", 79),
        (HUNG.format("time.sleep(60)"), "unknown", "possible", 79),
        (HUNG.format("with self._lock:") + OTHER.format("with self.book.lock:"), "deadlock",
         "possible", 79),
        (HUNG.format("with self._lock:") + OTHER.format("time.sleep(9)"), "unknown",
         "possible", 79),
        (DUMP.format("idle", CONNECT), "event-loop-blocked", "possible", 37),
        (DUMP.format("idle", CONNECT) * 2, "event-loop-blocked", "likely", 37),
        (DUMP.format("active", ""), "unknown", "possible", 37),
        (DUMP.format("idle", "").replace("    lookup (hub/registry.py:37)\n", "").replace(
            "dispatch (hub/hub.py:152)\n    _run (asyncio/events.py:80)\n    _run_once",
            "select (selectors.py:468)\n    _run_once"), "unknown", "possible", 21),
        (DUMP.format("idle", "select (selectors.py:468)\n    _run_once (asyncio/base_events.py:1)\n"
                     "    "), "unknown", "possible", 37),
    ],
)  # fmt: skip
def test_stacks_of_what_hangs_are_read_for_who_waits(text, cause, confidence, line) -> None:
    found = explained(text)
    assert (found.cause, found.confidence, found.blame[0].line) == (cause, confidence, line)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("Collecting a\nInstalling collected packages: a\nERROR: Could not install packages due to "
         "an OSError: [Errno 2] No such file or directory: 'C:\\\\a\\\\b'\n", "build-error"),
        ("Collecting a\nERROR: x: [Errno 2] No such file or directory: 'C:\\\\a'\nHINT: This error "
         "might have occurred since this system does not have Windows Long Path support enabled.\n",
         "configuration"),
        ("npm ERR! gyp info spawn python3\nnpm ERR! /bin/sh: pkg-config: not found\nnpm ERR! gyp: "
         "Call to 'pkg-config pixman-1 --libs' returned exit status 127 while in binding.gyp.\n",
         "missing-tool"),
        ("a.c\na.c(4418): error C2039: 'tp_print': is not a member of '_typeobject'\nerror: "
         "command 'cl.exe' failed with exit code 2\n", "python-version"),
        ("python3.12(88120,0x1f3f6f840) malloc: *** error for object 0x600003a8c1e0: pointer being "
         "freed was not allocated\nzsh: abort      python3.12 run.py\n", "heap-corruption"),
        ("[1/2] convert run1.h5 ok\n[2/2] convert run2.h5\nHeaders are 1.14.2, library is 1.12.1\n"
         "Bye...\nAborted (core dumped)\n", "abi-mismatch"),
        ("java.lang.RuntimeException: no\n\tat a.B.c(B.java:1)\nCaused by: java.lang."
         "UnsatisfiedLinkError: /tmp/libx.so: libgomp.so.1: cannot open shared object file: No such"
         f" file or directory\n{AT}py4j.protocol.Py4JJavaError: An error occurred while calling\n",
         "missing-library"),
        (f"{AT}torch.distributed.DistBackendError: NCCL error in: /p/NCCLUtils.cpp:77, unhandled "
         "system error\nLast error:\nCall to ibv_modify_qp failed with 110 Connection timed out\n",
         "network-error"),
    ],
)  # fmt: skip
def test_what_says_why_is_read_wherever_it_stands(text: str, cause: str) -> None:
    assert explained(text).cause == cause


def test_of_an_exception_without_lines_of_the_program_those_that_it_came_from_are_blamed() -> None:
    link = "\nDuring handling of the above exception, another exception occurred:\n\n"
    text = (
        f"{AT}RuntimeError: received 0 items of ancdata\n{link}Traceback (most recent call last):\n"
        f"{IN.format('torch')}RuntimeError: Too many open files. Please increase the limit.\n"
    )
    found = explained(text)
    assert (found.cause, found.blame[0].file, found.blame[0].line) == (
        "configuration", "/home/u/a.py", 3,
    )  # fmt: skip


WRAPPED = """\
Traceback (most recent call last):
  File "/home/ml/.venv/bin/torchrun", line 8, in <module>
    sys.exit(main())
  File "/home/ml/.venv/lib/python3.12/site-packages/torch/elastic/c10d_re
ndezvous_backend.py", line 160, in _create_tcp_store
    store = TCPStore(
torch.distributed.DistNetworkError: The client socket has timed out after
 60000ms while trying to connect to (10.3.0.14, 29400).
"""


def test_lines_that_a_terminal_wrapped_are_read_whole() -> None:
    found = explained(WRAPPED)
    assert (found.cause, found.confidence) == ("network-error", "possible")
    assert "10.3.0.14, 29400" in found.summary
    assert [one.file for one in found.blame if "/bin/" in one.file] == []


def test_lines_of_one_length_are_not_joined_where_nothing_was_wrapped() -> None:
    text = f"{AT}KeyError: 'a'\nafterwards: 1\n"
    assert explained(text).summary == "it ended with KeyError: 'a'"


def test_who_asks_for_what_is_quoted_where_versions_exclude_each_other() -> None:
    text = (
        "Collecting a\nERROR: Cannot install -r r.txt (line 4) and b==1 because these package "
        "versions have conflicting dependencies.\n\nThe conflict is caused by:\n    The user "
        "requested c==22.0\n    b 1 depends on c>=23.2\n\nERROR: ResolutionImpossible: for help\n"
    )
    assert [one.line for one in explained(text).quotes] == [2, 5, 6]
