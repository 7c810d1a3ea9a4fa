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
