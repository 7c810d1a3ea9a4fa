"""The command line as a whole: exit codes, one line an error, where the report goes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from datetime import datetime, timezone

import pytest

import atfault.cli.core
from atfault import __version__
from atfault.cli import output
from atfault.cli.list_ import moment
from atfault.cli.main import COMMANDS, main
from atfault.errors import AccessError, NoProcessState
from atfault.options import Options
from atfault.report.json import dumps
from atfault.report.text import render
from atfault.saved import save
from support.crash_reports import out_of_bounds, thousand_threads
from support.report_parts import CWD
from support.schema import validate


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A state folder of its own, no colours, and no width (which pytest-xdist sets)."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "ATFAULT_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def analyzed(monkeypatch):
    """analyze_core answers with the sample; what it was asked for is kept."""
    asked = []

    def fake(path, executable, options):
        asked.append((path, executable, options))
        return out_of_bounds()

    monkeypatch.setattr(atfault.cli.core, "analyze_core", fake)
    return asked


def test_core_prints_the_report(analyzed, capsys):
    assert main(["core", "x.core"]) == 0
    out, err = capsys.readouterr()
    assert out == render(out_of_bounds(), cwd=os.getcwd())
    assert err == ""
    path, executable, options = analyzed[0]
    assert (path, executable) == ("x.core", None)
    assert (options.locals, options.lines, options.mask_secrets) == (True, True, True)


def test_core_passes_its_options_on(analyzed, tmp_path, capsys):
    arguments = ["--no-locals", "--no-lines", "--show-secrets", "-v", "--sysroot", str(tmp_path)]
    assert main(["core", *arguments, "x.core", "prog"]) == 0
    path, executable, options = analyzed[0]
    assert (path, executable) == ("x.core", "prog")
    assert options == Options(False, False, str(tmp_path), False, True)


def test_lines_of_the_interpreter_are_read_only_where_they_are_shown(analyzed, tmp_path, capsys):
    shown = ([], ["-v"], ["--json", str(tmp_path / "r.json")], ["--format", "markdown"])
    for more in shown:
        assert main(["core", "x.core", *more]) == 0
    assert [options.plumbing_lines for _, _, options in analyzed] == [False, True, True, True]


def test_json_to_standard_output_replaces_the_text(analyzed, capsys):
    assert main(["core", "x.core", "--json", "-"]) == 0
    out = capsys.readouterr().out
    assert validate(out) == json.loads(dumps(out_of_bounds()))


def test_json_and_html_files_come_beside_the_text(analyzed, tmp_path, capsys):
    files = [str(tmp_path / "r.json"), str(tmp_path / "r.html")]
    assert main(["core", "x.core", "--json", files[0], "--html", files[1]]) == 0
    assert capsys.readouterr().out.startswith("Segmentation fault")
    with open(files[0], encoding="utf-8") as file:
        validate(file.read())
    with open(files[1], encoding="utf-8") as file:
        assert file.read().startswith("<!doctype html>")


def test_core_saves_nothing(analyzed, home, capsys):
    main(["core", "x.core"])
    assert not os.path.exists(home / "state")


@pytest.mark.parametrize(
    ("error", "code"),
    [(AccessError("cannot read x: no such file"), 2), (NoProcessState("no threads in it"), 1)],
)
def test_errors_are_one_line_and_the_contracts_exit_code(monkeypatch, capsys, error, code):
    def failing(*_):
        raise error

    monkeypatch.setattr(atfault.cli.core, "analyze_core", failing)
    assert main(["core", "x"]) == code
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"atfault: {error}\n")


def test_an_unexpected_error_is_one_line_that_names_its_place(monkeypatch, capsys):
    def failing(*_):
        raise RuntimeError("bad\nthing \x1b[31m")

    monkeypatch.setattr(atfault.cli.core, "analyze_core", failing)
    assert main(["core", "x"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "internal error at test_main.py:" in err
    assert "RuntimeError: bad\\nthing \\x1b[31m; please report it" in err


def test_debugging_shows_the_traceback_of_an_unexpected_error(monkeypatch):
    monkeypatch.setenv("ATFAULT_DEBUG", "1")
    monkeypatch.setattr(atfault.cli.core, "analyze_core", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["core", "x"])


def test_interruption_is_quiet(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(atfault.cli.core, "analyze_core", interrupted)
    assert main(["core", "x"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "a COMMAND is wanted: run, core, attach, stress,"),
        (
            ["fix", "12"],
            f"no command 'fix'; there are: {', '.join(COMMANDS)} (atfault --help)",
        ),
        (["train.py"], "to run a program: atfault run train.py"),
        (["--json", "x"], "options follow a command"),
        (["core"], "one core is wanted: a file, - for standard input, or --last"),
        (["atach", "1"], "no command 'atach'; did you mean attach?"),
        (["help", "stres"], "no command 'stres'; did you mean stress?"),
        (["core", "--jsn", "f", "x"], "core: no option --jsn; did you mean --json?"),
        (["stress", "--thread", "3", "m:f"], "no option --thread; did you mean --threads?"),
        (["stress", "--threads", "1", "m:f"], "--threads: takes 2 to 256, not '1'"),
        (["attach", "12x"], "PID: the number of a process is wanted, not '12x'"),
        (["core", "x", "--sysroot", "/nowhere"], "--sysroot /nowhere: no such folder"),
        (["core", "x", "--color", "red"], "--color: invalid choice: 'red' (choose from "),
        (["show", "7"], "no saved reports in"),
        (["show", "no-such.json"], "cannot read no-such.json: No such file"),
        (["list", "x"], "list: unrecognized arguments: x"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(argv, message, capsys):
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("atfault: ")
    assert err.count("\n") == 1
    assert message in err


def test_a_file_in_place_of_a_command_is_taken_for_a_core(tmp_path, capsys):
    file = tmp_path / "core.17"
    file.write_bytes(b"")
    assert main([str(file)]) == 2
    assert f"to explain a core file: atfault core {file}" in capsys.readouterr().err


def test_help_goes_to_standard_output_and_lists_all_commands(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for name in COMMANDS:
        assert f"\n  {name} " in text
    assert main(["core", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: atfault core")
    assert main(["help", "core"]) == 0
    assert capsys.readouterr().out.startswith("usage: atfault core")


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"atfault {__version__}\n"


def test_show_prints_the_latest_or_the_chosen_report(capsys):
    save(out_of_bounds())
    save(out_of_bounds()._replace(headline="the second"))
    assert main(["show"]) == 0
    assert capsys.readouterr().out.startswith("the second\n")
    assert main(["show", "1"]) == 0
    assert capsys.readouterr().out.startswith("Segmentation fault")
    assert main(["show", "3"]) == 2
    assert "no saved report 3: there are 2, 1 to 2; atfault list" in capsys.readouterr().err


def test_show_prints_a_json_file(tmp_path, capsys):
    path = tmp_path / "report.json"
    path.write_text(dumps(out_of_bounds()))
    assert main(["show", str(path), "--json", "-"]) == 0
    assert capsys.readouterr().out == dumps(out_of_bounds())


def test_show_makes_the_text_of_a_bug_report_beside_a_file(tmp_path, capsys):
    path = tmp_path / "report.json"
    path.write_text(dumps(out_of_bounds()))
    page = tmp_path / "page.html"
    assert main(["show", str(path), "--issue", "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Segmentation fault") and "## Versions" in out
    assert page.read_text().lower().startswith("<!doctype")
    assert main(["show", str(path), "--issue", "--json", "-"]) == 2
    assert "--issue goes to standard output" in capsys.readouterr().err


def test_list_shows_one_line_a_report_and_marks_the_damaged(home, capsys):
    assert main(["list"]) == 0
    assert "no saved reports in" in capsys.readouterr().out
    save(out_of_bounds())
    save(out_of_bounds()._replace(command=("python", "\x1b[31m.py")))
    (home / "state/atfault/reports/2.json").rename(home / "state/atfault/reports/5.json")
    (home / "state/atfault/reports/3.json").write_text("{")
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "1",
        "2026-11-21",
        "02:39",
        "out-of-bounds",
        "paint.py:16",
        "python",
        "paint.py",
    ]
    assert lines[1].startswith("   3  damaged: ")
    assert lines[2].endswith("python '\\x1b[31m.py'")


def test_list_gives_the_command_what_the_other_columns_leave(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    command = ("python", "a script.py", "x" * 100)
    save(out_of_bounds()._replace(command=command))
    assert main(["list"]) == 0
    line = capsys.readouterr().out.rstrip("\n")
    assert len(line) == 80
    assert "  out-of-bounds  paint.py:16  python 'a script.py' xxx" in line


def listed(capsys, *options):
    """The numbers that are listed as JSON, with these options."""
    assert main(["list", "--json", *options]) == 0
    return [row["number"] for row in json.loads(capsys.readouterr().out)]


def test_list_as_json_tells_of_each_report_what_a_script_chooses_by(home, capsys):
    assert listed(capsys) == []
    save(out_of_bounds())
    (home / "state/atfault/reports/2.json").write_text("{")
    assert main(["list", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["number"] == 1 and os.path.isfile(first["path"])
    assert (first["cause"], first["place"], first["line"]) == ("out-of-bounds", "paint.py:16", 16)
    assert first["command"] == ["python", "paint.py"] and first["created"].startswith("2026-11-21T")
    assert second["number"] == 2 and "damaged" in second


def test_list_chooses_by_cause_command_and_time(home, capsys):
    report = out_of_bounds()
    killed = report.diagnosis[0]._replace(cause="killed")
    save(report)
    save(report._replace(diagnosis=(killed,), created="2026-11-22T10:30:00Z"))
    save(report._replace(command=("pytest", "-x"), created="2026-11-23T00:00:00Z"))
    (home / "state/atfault/reports/4.json").write_text("{")
    assert listed(capsys) == [1, 2, 3, 4]
    assert listed(capsys, "--cause", "killed") == [2]
    assert listed(capsys, "--cause", "killed", "--cause", "out-of-bounds") == [1, 2, 3]
    assert listed(capsys, "--command", "pytest") == [3]
    assert listed(capsys, "--since", "2026-11-22 10:30") == [2, 3]
    assert listed(capsys, "--since", "2026-11-22 10:31") == [3]
    assert listed(capsys, "--since", "2026-11-23", "--cause", "killed") == []
    assert main(["list", "--cause", "kiled"]) == 0
    assert "none of the 4 saved reports fits; their causes: out-of-bounds, killed" in (
        capsys.readouterr().out
    )


def test_an_age_is_counted_from_now():
    now = datetime(2026, 11, 24, 12, 0, tzinfo=timezone.utc)
    assert moment("8h", now) == datetime(2026, 11, 24, 4, 0, tzinfo=timezone.utc)
    assert moment("2w", now) == datetime(2026, 11, 10, 12, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "when", ["yesterday", "7", "2026-13-01", "999999w", "2026-11-22 10:30:11Z"]
)
def test_what_is_no_time_is_refused(when, capsys):
    assert main(["list", "--since", when]) == 2
    assert "--since: takes YYYY-MM-DD" in capsys.readouterr().err


def test_list_shows_a_cell_of_a_notebook_by_its_number(capsys):
    report = out_of_bounds()
    best = report.diagnosis[0]
    for file in ("In[4]", "/tmp/ipykernel_4711/1904333214.py"):
        blame = (best.blame[0]._replace(file=file),)
        save(report._replace(diagnosis=(best._replace(blame=blame),)))
    assert main(["list"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "  In [4]:16  " in first
    assert "  In [?]:16  " in second


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("option", "environment", "terminal", "colour"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colours(monkeypatch, option, environment, terminal, colour):
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Terminal() if terminal else io.StringIO()
    assert output.wants_color(stream, option) == colour


def test_a_terminal_that_lacks_characters_gets_look_alikes():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="latin-1")
    report = out_of_bounds()._replace(headline="größe " + "x" * 50 + " 名")
    output.write_text(report, stream)
    assert b"gr\\xf6\\xdfe" in raw.getvalue()


def atfault_command(*argv, **more):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "atfault", *argv]
    return subprocess.run(command, env=environment, capture_output=True, timeout=60, **more)


def test_the_program_ends_with_the_exit_code_and_all_its_output(tmp_path):
    path = tmp_path / "report.json"
    path.write_text(dumps(out_of_bounds()))
    done = atfault_command("show", str(path), cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode() == render(out_of_bounds(), cwd=str(tmp_path))
    assert atfault_command("show", "nowhere.json").returncode == 2


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    path = tmp_path / "report.json"
    path.write_text(dumps(out_of_bounds()))
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "atfault", "show", str(path)]
    done = subprocess.run(
        command, env=environment, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141


def test_paths_in_the_working_directory_are_relative(monkeypatch, capsys, analyzed):
    monkeypatch.setattr(os, "getcwd", lambda: CWD)
    main(["core", "x"])
    assert "\n  paint.py:16, in main\n" in capsys.readouterr().out


def test_modules_on_pythonpath_do_not_become_ours(tmp_path):
    for name in ("struct", "bisect", "mmap", "ctypes", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    script = "from atfault.__main__ import console_main; console_main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "core", __file__],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2
    assert "not a core file" in done.stderr


@pytest.fixture
def shell(home):
    """Runs a shell command in which $ATFAULT is the program; (exit status, standard error)."""
    environment = {
        **os.environ,
        "ATFAULT": f"{sys.executable} -m atfault",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }

    def run(script, **more):
        done = subprocess.run(
            ["sh", "-c", script], env={**environment, **more}, capture_output=True, text=True
        )
        return done.returncode, done.stdout, done.stderr

    return run


COMMANDS_WITH_OUTPUT = ["list", "show", "show -v", "--help", "core --help", "--version"]


@pytest.mark.parametrize("command", COMMANDS_WITH_OUTPUT)
def test_a_closed_standard_output_cannot_be_written(shell, command):
    save(out_of_bounds())
    error = "atfault: cannot write standard output: Bad file descriptor\n"
    assert shell(f"$ATFAULT {command} >&-") == (2, "", error)


@pytest.mark.parametrize("command", [*COMMANDS_WITH_OUTPUT, "show --json -", "show --html -"])
def test_a_full_disk_under_standard_output_is_one_line(shell, command):
    save(out_of_bounds())
    status, _, errors = shell(f"$ATFAULT {command} >/dev/full")
    assert status == 2
    assert errors == "atfault: cannot write standard output: No space left on device\n"


def test_errors_without_a_standard_error_keep_their_exit_code(shell):
    assert shell("$ATFAULT core no-such-file 2>&-") == (2, "", "")


def test_run_without_standard_files_leaves_them_closed_for_the_program(shell):
    look = (
        "import os; os._exit(sum(1 << n for n in range(3) if not os.path.exists(f'/dev/fd/{n}')))"
    )
    status, out, _ = shell(f'$ATFAULT run -- {sys.executable} -c "{look}" <&- >&- 2>&-')
    assert (status, out) == (shell(f'{sys.executable} -c "{look}" <&- >&- 2>&-')[0], "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16", "cp1252"])
@pytest.mark.parametrize("command", ["list", "show", "show --json -", "show --html -"])
def test_every_encoding_gets_its_text(shell, encoding, command, tmp_path):
    long = ("python", "stra\u00dfe \u6f22.py", "x" * 300)
    save(out_of_bounds()._replace(command=long))
    script = f"cd {tmp_path}; $ATFAULT {command} >out; echo $?; wc -c <out"
    status, out, errors = shell(script, PYTHONIOENCODING=encoding)
    code, size = out.split()
    assert (status, code, errors) == (0, "0", "")
    assert int(size) > 80


def test_a_reader_that_goes_away_keeps_no_file_from_being_written(shell, tmp_path):
    save(thousand_threads())
    page = tmp_path / "page.html"
    shell(f"$ATFAULT show --json - --html {page} | true")
    assert page.read_text("utf-8").endswith("</html>\n")


def test_files_that_cannot_be_written_are_said_before_the_work(analyzed, tmp_path, capsys):
    for option, message in (
        (["--json", f"{tmp_path}/no/x"], f"there is no folder {tmp_path}/no"),
        (["--html", str(tmp_path)], "it is a folder"),
        (["--json", "-", "--html", "-"], "cannot both go to standard output"),
    ):
        assert main(["core", "x", *option]) == 2
        assert message in capsys.readouterr().err
    assert analyzed == []


def test_a_full_disk_under_a_file_costs_the_file_alone(analyzed, capsys):
    assert main(["core", "x", "--json", "/dev/full"]) == 2
    out, err = capsys.readouterr()
    assert out == render(out_of_bounds(), cwd=os.getcwd())
    assert err == "atfault: cannot write /dev/full: No space left on device\n"


def test_a_disk_that_fills_up_leaves_no_half_of_a_file(shell, tmp_path):
    save(thousand_threads())
    for form in ("json", "html"):
        path = tmp_path / f"r.{form}"
        _, out, errors = shell(f"ulimit -f 8; $ATFAULT show --{form} {path} | cat")
        assert out.startswith(thousand_threads().headline)
        assert errors == f"atfault: cannot write {path}: File too large\n"
    assert os.listdir(tmp_path / "state") and sorted(os.listdir(tmp_path)) == ["state"]


@pytest.mark.parametrize("form", ["json", "html"])
@pytest.mark.parametrize("command", ["run -- true", "core /dev/null", "attach 2147483647"])
def test_an_old_report_is_not_taken_for_one_of_this_run(tmp_path, form, command):
    path = tmp_path / f"report.{form}"
    path.write_text("of an earlier run")
    name, _, rest = command.partition(" ")
    done = atfault_command(name, f"--{form}", str(path), *rest.split())
    assert done.returncode == (0 if name == "run" else 2)
    assert not path.exists()


def test_wrong_usage_removes_nothing(tmp_path, capsys):
    path = tmp_path / "report.json"
    path.write_text("of an earlier run")
    for argv in (
        ["run", "--hang-kill", "--json", str(path), "true"],
        ["core", "--json", str(path)],
    ):
        assert main(argv) == 2
    assert path.read_text() == "of an earlier run"


def test_a_report_replaces_neither_a_program_nor_what_it_is_about(tmp_path, capsys):
    program, core = tmp_path / "train.py", tmp_path / "core"
    program.write_text("print()")
    core.write_text("a core")
    assert main(["run", "--json", str(program), "data.csv"]) == 2
    assert "looks like a program" in capsys.readouterr().err
    assert main(["core", "--html", f"{tmp_path}/./core", str(core)]) == 2
    assert "which is what it is about" in capsys.readouterr().err
    assert (program.read_text(), core.read_text()) == ("print()", "a core")


def test_run_says_wrong_usage_before_it_starts_anything(tmp_path, capfd):
    for options, message in (
        (["--hang-kill"], "--hang-kill goes with --hang-after SECONDS"),
        (["--hang-after", "0"], "--hang-after: takes 0.1 to 1,000,000 seconds, not '0'"),
        (["--json", f"{tmp_path}/no/x"], "there is no folder"),
    ):
        assert main(["run", *options, "--", "echo", "started"]) == 2
        out, err = capfd.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert message in err


def test_json_and_html_are_utf8_whatever_the_encoding(shell, tmp_path):
    save(out_of_bounds()._replace(command=("python", "stra\u00dfe.py")))
    page, data = tmp_path / "page", tmp_path / "data"
    script = f"$ATFAULT show --html - >{page}; $ATFAULT show --json - >{data}"
    shell(script, PYTHONIOENCODING="utf-16")
    assert "stra\u00dfe.py" in page.read_bytes().decode("utf-8")
    assert validate(data.read_bytes().decode("utf-8"))["command"][1] == "stra\u00dfe.py"


@pytest.mark.parametrize(("columns", "width"), [("72", 72), ("1", 40), ("9999", 240), ("x", 100)])
def test_the_width_that_is_asked_for_comes_first(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert output.terminal_width(io.StringIO()) == width
