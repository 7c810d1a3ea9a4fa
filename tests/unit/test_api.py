"""`import atfault`: what its names do, and that they leave the process that asks as it was."""

from __future__ import annotations

import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import atfault
from support.own_sources import ROOT

TEXT = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    import solver
ImportError: libsolver.so.2: cannot open shared object file: No such file or directory
"""


@pytest.fixture
def report():
    return atfault.explain_text(TEXT)


def test_every_public_name_is_there_and_nothing_else_is_offered():
    assert dir(atfault) == sorted(atfault.__all__)
    assert all(getattr(atfault, name) is not None for name in atfault.__all__)
    with pytest.raises(AttributeError, match="explain_cores"):
        _ = atfault.explain_cores


def test_every_public_name_is_described_and_typed():
    for name in (one for one in atfault.__all__ if one != "__version__"):
        public = getattr(atfault, name)
        assert inspect.getdoc(public), name
        members = vars(public).items() if inspect.isclass(public) else [(name, public)]
        for own, value in members:
            made = getattr(value, "fget", None) or getattr(value, "__func__", value)
            if inspect.isfunction(made) and (not own.startswith("_") or own == "_repr_html_"):
                assert made.__doc__ and "return" in made.__annotations__, (name, own)
                given = set(inspect.signature(made).parameters) - {"self", "cls"}
                assert given <= set(made.__annotations__), (name, own)


def test_the_import_alone_costs_none_of_the_modules_below():
    code = "import sys, atfault; print(sum(name.startswith('atfault') for name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": ROOT.rpartition(os.sep)[0]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) <= 3  # itself, lazy, version


def test_a_text_is_explained(report, capsys):
    best = report.diagnosis[0]
    assert (best.cause, best.confidence) == ("missing-library", "certain")
    assert atfault.explain_text(TEXT.encode()).diagnosis[0].cause == best.cause
    assert capsys.readouterr() == ("", "")


def test_a_text_that_tells_of_no_failure_is_an_error_of_ours():
    with pytest.raises(atfault.NoProcessState, match="the text has no words of a failure"):
        atfault.explain_text("all is well\n")
    with pytest.raises(atfault.InputError):
        atfault.explain_text(b"\x7fELF" + bytes(1000))


def test_all_errors_have_one_base():
    named = [getattr(atfault, name) for name in atfault.__all__]
    errors = [one for one in named if isinstance(one, type) and issubclass(one, Exception)]
    assert len(errors) == 8
    assert all(issubclass(one, atfault.Error) for one in errors)


def test_a_report_is_text_json_and_html_and_is_read_again(report, tmp_path):
    file = tmp_path / "report.json"
    file.write_text(report.to_json())
    again = atfault.load(file)
    assert isinstance(again, atfault.Report)
    assert again == report
    assert again.to_text() == report.to_text() == str(report)
    assert "missing-library" in report.to_text(width=1)
    assert report.to_html().startswith("<!doctype html>")


def test_a_notebook_gets_the_page_in_a_frame_that_it_cannot_leave(report):
    frame = report._repr_html_()
    start, _, rest = frame.partition('srcdoc="')
    inside, _, end = rest.partition('"')
    assert start.startswith('<iframe sandbox="allow-scripts"')
    assert end == "></iframe>"
    assert "<" not in inside


def test_what_asks_keeps_its_handlers_and_timers_from_any_thread():
    def handler(number, frame):
        raise AssertionError

    before, threads = signal.signal(signal.SIGPROF, handler), threading.active_count()
    try:
        atfault.explain_text(TEXT)
        assert signal.getsignal(signal.SIGPROF) is handler
        assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(atfault.explain_text, [TEXT] * 8))
        assert {one.diagnosis[0].cause for one in found} == {"missing-library"}
        assert threading.active_count() == threads
    finally:
        signal.signal(signal.SIGPROF, before)


def test_what_cannot_be_looked_at_is_refused_in_words(tmp_path):
    for call in (
        lambda: atfault.explain_core(tmp_path / "none"),
        lambda: atfault.explain_core(tmp_path / "none", sysroot=tmp_path / "nowhere"),
        lambda: atfault.explain_process(0),
        lambda: atfault.explain_process(os.getpid()),
        lambda: atfault.explain_process(os.getppid(), watch=-1),
        lambda: atfault.load(tmp_path / "none.json"),
    ):
        with pytest.raises(atfault.Error) as raised:
            call()
        assert "\n" not in str(raised.value)


def test_a_report_survives_another_process(report):
    """As of a pool that explains many cores."""
    assert pickle.loads(pickle.dumps(report)) == report
