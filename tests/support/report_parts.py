"""What hand-made reports are put together from: frames, threads, their surroundings."""

from __future__ import annotations

from atfault.model.findings import SourceLine
from atfault.model.report import (
    SCHEMA_ID,
    FrameReport,
    LocalReport,
    ProcessReport,
    PythonReport,
    Report,
    SignalReport,
    ThreadReport,
)
from atfault.report.excerpt import with_columns

CWD = "/home/ada/paint"
LIBPYTHON = "/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0"
LIBC = "/usr/lib/x86_64-linux-gnu/libc.so.6"
PACKAGES = "/home/ada/paint/.venv/lib/python3.11/site-packages"


def python_frame(function, file, line, code=None, *, mine=True, locals=(), columns=(None, None)):
    """locals: (name, type, value) triples."""
    return FrameReport(
        kind="python",
        function=function,
        file=file if file.startswith(("/", "<")) else f"{CWD}/{file}",
        line=line,
        column=columns[0],
        module=None,
        address=None,
        inlined=False,
        trust="python",
        code=code,
        mine=mine,
        locals=tuple(LocalReport(*local) for local in locals),
        end_line=line if columns[1] else None,
        end_column=columns[1],
        qualname=function,
    )


def native_frame(
    function,
    module,
    address=0x7F24C0A80010,
    *,
    file=None,
    line=None,
    kind="native",
    inlined=False,
    trust="cfi",
    mine=False,
):
    return FrameReport(
        kind=kind,
        function=function,
        file=file,
        line=line,
        column=None,
        module=module,
        address=hex(address),
        inlined=inlined,
        trust=trust,
        code=None,
        mine=mine,
        locals=None,
    )


def thread(name, tid, frames, *, crashed=False, holds_gil=None, state="", **more):
    """frames: innermost first."""
    return ThreadReport(
        tid=tid,
        name=name,
        crashed=crashed,
        holds_gil=holds_gil,
        state="crashed" if crashed else state,
        waits_for=None,
        holds=(),
        frames=tuple(frames),
        stop_reason=more.pop("stop_reason", ""),
        **more,
    )


def report(diagnosis, threads, *, kind="crash", signal=None, script="paint.py", **more):
    argv = ("python", script)
    made = Report(
        schema=SCHEMA_ID,
        kind=kind,
        created="2026-11-21T02:39:12Z",
        command=argv,
        process=ProcessReport(
            pid=4711,
            ppid=4700,
            executable="/usr/bin/python3.11",
            argv=argv,
            cwd=CWD,
            python=PythonReport("3.11.7", "CPython", False),
            exit_code=139,
        ),
        signal=signal,
        diagnosis=tuple(diagnosis),
        not_checked=more.pop("not_checked", ()),
        threads=tuple(threads),
        children=more.pop("children", ()),
        warnings=more.pop("warnings", ()),
        **more,
    )
    return with_columns(made)


def segv(address, code_name="SEGV_MAPERR", code=1):
    return SignalReport(11, "SIGSEGV", code, code_name, hex(address), None)


def source(first, *lines):
    return tuple(SourceLine(first + i, text) for i, text in enumerate(lines))


def interpreter_frames(*functions):
    return [native_frame(function, LIBPYTHON) for function in functions]


STARTUP = [
    *interpreter_frames("_PyEval_EvalFrameDefault", "PyEval_EvalCode", "Py_RunMain"),
    native_frame("__libc_start_call_main", LIBC),
    native_frame("__libc_start_main", LIBC),
    native_frame("_start", "/usr/bin/python3.11"),
]


def idle_openblas(tid):
    return thread(
        "python",
        tid,
        [
            native_frame("__futex_abstimed_wait_common64", LIBC),
            native_frame("pthread_cond_wait", LIBC),
            native_frame("blas_thread_server", f"{PACKAGES}/numpy.libs/libscipy_openblas64_.so"),
            native_frame("start_thread", LIBC),
            native_frame("__clone3", LIBC),
        ],
        state="sleeping",
    )


HOSTILE = "\x1b[31mred\x1b[0m \u202etfel\u202c\x9b2J\r\n\t</pre><script>alert('1')</script>&\udcff"
