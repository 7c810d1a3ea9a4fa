from __future__ import annotations

import json

import pytest

from atfault.cli.main import main
from atfault.report.json import dumps
from support.crash_reports import out_of_bounds
from unit.cli.test_formats import with_secret


@pytest.fixture
def saved(tmp_path):
    file = tmp_path / "report.json"
    file.write_text(dumps(with_secret(out_of_bounds())))
    return str(file)


@pytest.mark.parametrize("form", ["--sentry", "--otel"])
def test_a_report_is_written_without_what_is_hidden_from_others(form, saved, tmp_path, capsys):
    assert main(["export", form, saved]) == 0
    out = capsys.readouterr().out
    assert "out-of-bounds" in out and "meet me" not in out
    assert all(json.loads(line) for line in out.splitlines())
    assert main(["export", form, saved, "--output", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out").read_text() == out and capsys.readouterr().out == ""


def test_values_can_be_left_out(saved, capsys):
    main(["export", "--sentry", saved])
    assert '"vars"' in capsys.readouterr().out
    main(["export", "--sentry", "--no-locals", saved])
    assert '"vars"' not in capsys.readouterr().out


@pytest.mark.parametrize("argv", [[], ["--sentry", "--otel"], ["--sentry", "/no/such.json"]])
def test_what_cannot_be_done_is_one_line(argv, capsys):
    assert main(["export", *argv]) == 2
    assert capsys.readouterr().err.count("\n") == 1
