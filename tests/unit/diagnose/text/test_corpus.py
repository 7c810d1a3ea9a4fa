"""All that is said of each text of the corpus, kept in tests/golden/diagnose/text/test_corpus; that
it is right is tested in tests/unit/text/test_corpus.py."""

from __future__ import annotations

import io
import os
import shutil

import pytest

from atfault.analyze import process
from atfault.analyze.text import analyze_text
from atfault.decode import given_text
from atfault.diagnose import engine
from atfault.options import Options
from atfault.snapshot.target_files import TargetFiles
from support import findings_kept
from support.text_corpus import TEXTS, Text


@pytest.fixture
def noting(monkeypatch):
    def diagnose(case):
        found = engine.diagnose(case)
        findings_kept.note(case, None, found)
        return found

    monkeypatch.setattr(process, "diagnose", diagnose)


@pytest.fixture
def another_machine(monkeypatch):
    """The same one everywhere: none of the files that texts name is there, nor any program."""

    def missing(*_arguments, **_options):
        raise FileNotFoundError

    opened = os.open

    def some_open(path, *arguments, **options):
        is_kept = not isinstance(path, str) or path == "/" or path.startswith("/proc/")
        return opened(path, *arguments, **options) if is_kept else missing()

    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, missing)
    for name in ("exists", "isfile", "isdir", "lexists"):
        monkeypatch.setattr(os.path, name, lambda _path: False)
    monkeypatch.setattr(os, "open", some_open)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})
    monkeypatch.setattr(os, "getcwd", lambda: "/nowhere")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(TargetFiles, "open", missing)
    monkeypatch.setattr(given_text, "_memory", lambda: 8 << 30)


@pytest.mark.usefixtures("another_machine", "noting")
@pytest.mark.parametrize(
    ("kept_in", "text"), [pytest.param(one.source, one, id=one.name) for one in TEXTS]
)
def test_what_is_said_of_a_text_is_what_it_was(kept_in: str, text: Text) -> None:
    assert analyze_text(io.BytesIO(text.data), "-", Options()).diagnosis
