"""`atfault explain`, from its arguments to its exit code."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess

import pytest

from atfault.cli.main import main
from atfault.formats.elf import ET_CORE, ET_DYN, ET_EXEC, ET_REL, PT_INTERP
from support.elf_builder import elf_header, elf_object, program_header
from support.run_command import ATFAULT
from support.schema import validate_parsed

LOG = """gcc -Iinclude -c src/ldap.c -o ldap.o
src/ldap.c:3:10: fatal error: lber.h: No such file or directory
    3 | #include <lber.h>
compilation terminated.
make: *** [Makefile:6: ldap.o] Error 1
"""

EXECUTABLE = elf_header(ET_DYN, phnum=1) + program_header(PT_INTERP, 4, 120, 120, 8, 8)


def explained(tmp_path, capsys, text, *options):
    log = tmp_path / "build.log"
    log.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = main(["explain", str(log), *options])
    return status, *capsys.readouterr()


def report_of(tmp_path, capsys, text):
    status, out, _ = explained(tmp_path, capsys, text, "--json", "-")
    assert status == 0
    report = json.loads(out)
    validate_parsed(report)
    return report


def test_a_log_gets_the_line_to_read_the_cause_and_a_command(tmp_path, capsys):
    status, out, _ = explained(tmp_path, capsys, LOG)
    assert status == 0
    assert "missing-header (certain): lber.h was not found" in out
    assert "line 2  src/ldap.c:3:10: fatal error: lber.h" in out
    assert "apt-get install libldap-dev" in out


def test_the_report_is_of_kind_text_and_has_no_process(tmp_path, capsys):
    report = report_of(tmp_path, capsys, LOG)
    assert report["kind"] == "text"
    assert report["process"]["pid"] is None
    first = report["diagnosis"][0]
    assert first["quotes"][0] == {
        "line": 2,
        "text": "src/ldap.c:3:10: fatal error: lber.h: No such file or directory",
    }
    assert (first["blame"][0]["file"], first["blame"][0]["line"]) == ("src/ldap.c", 3)


def test_the_source_is_shown_where_it_is_here(tmp_path, capsys):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "ldap.c").write_text("int a;\nint b;\n#include <lber.h>\nint c;\n")
    _, out, _ = explained(tmp_path, capsys, LOG)
    assert "> 3 | #include <lber.h>" in out


def test_the_folder_that_make_entered_is_where_names_are_looked_up(tmp_path, capsys):
    lib = tmp_path / "deep" / "src"
    lib.mkdir(parents=True)
    (lib / "ldap.c").write_text("\n\n#include <lber.h>\n")
    entered = f"make[1]: Entering directory '{tmp_path}/deep'\n"
    _, out, _ = explained(tmp_path, capsys, entered + LOG)
    assert "> 3 | #include <lber.h>" in out


def test_a_header_that_is_known_to_nobody_is_searched_not_guessed(tmp_path, capsys):
    report = report_of(tmp_path, capsys, LOG.replace("lber.h", "frobnicate.h"))
    commands = [advice["command"] for advice in report["diagnosis"][0]["advice"]]
    assert not any(command and "install" in command for command in commands)


def test_standard_input_is_read(monkeypatch, capsys):
    class Stdin:
        buffer = io.BytesIO(LOG.encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert main(["explain", "-"]) == 0
    assert "lber.h was not found" in capsys.readouterr().out


def test_a_build_that_succeeded_has_the_cause_none(tmp_path, capsys):
    report = report_of(tmp_path, capsys, "Collecting a\nSuccessfully installed a-1\n")
    assert [finding["cause"] for finding in report["diagnosis"]] == ["none"]


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (b"", 1, "is empty"),
        (b"Dear all, the meeting is at noon.\n", 1, "no words of a failure"),
        (b"\x7fELF" + bytes(500), 2, "is an ELF file"),
        (bytes(range(9)) * 500, 2, "is no text"),
        (b"\x1f\x8b\x08" + bytes(100), 2, "zcat"),
    ],
)
def test_other_input_is_one_line_and_an_exit_code(tmp_path, capsys, text, status, said):
    found, out, err = explained(tmp_path, capsys, text)
    assert found == status
    assert out == ""
    assert err.count("\n") == 1 and said in err


@pytest.mark.parametrize(
    ("data", "what", "step"),
    [
        (EXECUTABLE, "is an executable and no text", "atfault run {0}; "),
        (elf_header(ET_EXEC, phnum=0), "is an executable and no text", "atfault core CORE {0}"),
        (elf_object([]), "is a shared library and no text", "atfault explain --module NAME"),
        (elf_header(ET_REL, phnum=0), "is an object file and no text", "atfault explain LOG"),
        (elf_header(ET_CORE, phnum=0), "is a core file and no text", "atfault core {0}"),
    ],
)
def test_of_a_native_file_it_says_what_it_is_and_what_to_do(tmp_path, capsys, data, what, step):
    file = tmp_path / "build.log"
    status, out, err = explained(tmp_path, capsys, data)
    assert (status, out) == (2, "")
    assert what in err and step.format(file) in err and err.count("\n") == 1


def test_a_program_in_place_of_a_command_is_no_core(tmp_path, capsys):
    file = tmp_path / "tool"
    file.write_bytes(EXECUTABLE)
    assert main([str(file)]) == 2
    assert f"it is an executable; to run it under watch: atfault run {file}" in (
        capsys.readouterr().err
    )


def test_a_file_that_is_not_there_is_exit_code_2(tmp_path, capsys):
    assert main(["explain", str(tmp_path / "gone.log")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_hostile_escapes_reach_no_terminal(tmp_path, capsys):
    hostile = LOG.replace("lber.h", "\x1b]0;owned\x07\u202e\x1b[2Jlber.h")
    _, out, _ = explained(tmp_path, capsys, hostile)
    assert "\x1b" not in out and "\x07" not in out and "\u202e" not in out


def test_names_of_files_that_are_no_sources_are_not_opened(tmp_path, capsys):
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2\n" * 9)
    _, out, _ = explained(tmp_path, capsys, f"gcc -c x\n{secret}:3:1: error: nothing\n")
    assert "hunter2" not in out


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("a[7]: segfault at 0 ip 0000000000000000 sp 00007ffd error 14", "bad-code-pointer"),
        ("a[7]: segfault at 7f00deadb000 ip 00007f1a2b sp 00007ffd12 error 6", "wild-pointer"),
        ("traps: a[7] trap invalid opcode ip:55d0 sp:7ffd error:0", "illegal-instruction"),
        ("traps: a[7] trap divide error ip:55d0 sp:7ffd error:0", "integer-division-by-zero"),
        ("Out of memory: Killed process 7 (python) total-vm:9kB", "out-of-memory"),
    ],
)  # fmt: skip
def test_lines_of_the_kernel_tell_what_kind_of_access_failed(tmp_path, capsys, text, cause):
    assert report_of(tmp_path, capsys, text + "\n")["diagnosis"][0]["cause"] == cause


def test_a_traceback_is_explained_by_the_rules_about_exceptions(tmp_path, capsys):
    text = (
        "Traceback (most recent call last):\n"
        '  File "/srv/app.py", line 3, in <module>\n    import _core\n'
        "ImportError: libcudart.so.11.0: cannot open shared object file: "
        "No such file or directory\n"
    )
    first = report_of(tmp_path, capsys, text)["diagnosis"][0]
    assert first["cause"] == "missing-library"
    assert first["quotes"][0]["line"] == 4
    assert first["blame"][0]["file"] == "/srv/app.py"


def test_stacks_of_py_spy_are_read(tmp_path, capsys):
    text = (
        'Process 7: python app.py\nThread 7 (idle): "MainThread"\n'
        "    acquire (threading.py:327)\n    work (app.py:9)\n    <module> (app.py:14)\n"
    )
    first = report_of(tmp_path, capsys, text)["diagnosis"][0]
    assert first["cause"] == "unknown"
    assert first["blame"][0]["file"] in ("app.py", "threading.py")


@pytest.mark.slow
def test_a_long_log_shows_on_a_terminal_how_far_it_is_read(tmp_path):
    log = tmp_path / "long.log"
    with open(log, "wb") as file:
        for _ in range(24):
            file.write(b"gcc -c x.c\n" * (1 << 17))
    shown = {}
    for name in ("long.log", "short.log"):
        (tmp_path / "short.log").write_text(LOG)
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [*ATFAULT, "explain", str(tmp_path / name)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=slave,
            env={**os.environ, "TERM": "xterm"},
        )
        os.close(slave)
        data = b""
        try:
            while part := os.read(master, 1 << 16):
                data += part
        except OSError:
            pass
        os.close(master)
        assert process.wait() == 0
        shown[name] = data
    assert b"reading long.log" in shown["long.log"]
    assert shown["short.log"] == b""
