"""`atfault mcp`, asked by the client of the protocol's own SDK."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import pytest

from atfault.report.json import dumps
from support.crash_reports import out_of_bounds, thousand_threads
from support.hostile import TEXTS, with_text
from support.run_command import ATFAULT, environment

mcp = pytest.importorskip("mcp")
if not hasattr(mcp, "Client"):
    pytest.skip("another generation of the SDK", allow_module_level=True)

from atfault.mcp_server import MAX_KEPT, PAGE, Kept, make_server  # noqa: E402

LOG = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    import solver
ImportError: libsolver.so.2: cannot open shared object file: No such file or directory
"""
STUCK = """
import threading
lock = threading.Lock()
lock.acquire()
print("ready", flush=True)
lock.acquire()
"""


def ask(*calls, allow_run=False):
    """The results of calls (tool, arguments) in one session."""

    async def session():
        async with mcp.Client(make_server(allow_run=allow_run)) as client:
            return [await client.call_tool(tool, arguments) for tool, arguments in calls]

    return asyncio.run(session())


def answer(result):
    assert not result.is_error, result.content
    return result.structured_content


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """Keeps a report as the only saved one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "atfault" / "reports"
    folder.mkdir(parents=True, mode=0o700)
    (tmp_path / "atfault").chmod(0o700)

    def keep(report):
        file = folder / "12.json"
        file.write_text(dumps(report))
        file.chmod(0o600)

    return keep


@pytest.mark.parametrize("allow_run", [False, True])
def test_four_typed_tools_and_one_that_runs_only_where_that_is_allowed(allow_run):
    async def listed():
        async with mcp.Client(make_server(allow_run=allow_run)) as client:
            return (await client.list_tools()).tools

    tools = {one.name: one for one in asyncio.run(listed())}
    expected = {"explain_core", "explain_process", "explain_text", "show_report"}
    assert tools.keys() == (expected | {"run_program"} if allow_run else expected)
    for one in tools.values():
        assert one.description and one.input_schema["properties"]
        assert {"cause", "confidence", "at_fault"} <= one.output_schema["properties"].keys()


@pytest.mark.representative("mcp")
def test_a_text_is_explained_and_shown_again():
    first, again = ask(
        ("explain_text", {"text": LOG}), ("show_report", {"report": "r1", "part": "json"})
    )
    found = answer(first)
    assert (found["cause"], found["confidence"]) == ("missing-library", "certain")
    assert found["report"] == "r1" and "show_report" in found["ask_next"][-1]
    assert answer(again)["cause"] == "missing-library"
    assert json.loads(answer(again)["text"])["kind"] == "text" or answer(again)["pages"] > 1


def test_a_process_is_explained_and_goes_on():
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            call = {"pid": process.pid, "watch_seconds": 0.5}
            found = answer(ask(("explain_process", call))[0])
            assert found["cause"] == "self-deadlock" and found["at_fault"][0]["line"] == 6
            assert process.poll() is None
        finally:
            process.kill()


def test_the_pages_of_a_long_report_make_the_whole(saved):
    saved(thousand_threads())
    shown = {"report": "12", "part": "verbose"}
    pages = answer(ask(("show_report", shown))[0])["pages"]
    assert pages > 2
    answers = ask(*(("show_report", {**shown, "page": at}) for at in range(1, pages + 1)))
    texts = [answer(one)["text"] for one in answers]
    assert all(len(text) <= PAGE for text in texts) and len(set(texts)) == pages
    assert answer(answers[0])["ask_next"][0] == ('show_report(report="12", page=2, part="verbose")')


@pytest.mark.parametrize(
    "call",
    [
        ("explain_core", {"path": "/no/such/core"}),
        ("explain_process", {"pid": -1}),
        ("explain_process", {"pid": 1, "watch_seconds": 1e9}),
        ("explain_text", {"text": "all is well"}),
        ("show_report", {"report": "r7"}),
        ("show_report", {"report": "../../etc/passwd"}),
        ("show_report", {"report": "12", "page": 99}),
        ("run_program", {"command": ["true"]}),
        ("explain_text", {}),
    ],
)
def test_what_cannot_be_answered_is_an_error_and_the_session_goes_on(call, saved):
    saved(out_of_bounds())
    failed, later = ask(call, ("show_report", {}))
    assert failed.is_error and answer(later)["cause"] == "out-of-bounds"


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_text_and_bounded(text, saved):
    saved(with_text(out_of_bounds(), text))
    found = answer(ask(("show_report", {"report": "latest"}))[0])
    assert all(line.isprintable() for line in found["text"].splitlines())
    assert found["summary"].isprintable() and len(json.dumps(found)) < 40_000


def test_a_program_is_run_where_that_is_allowed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    script = tmp_path / "app.py"
    script.write_text("import ctypes\nctypes.memset(0, 0, 10)\n")
    crashes = ("run_program", {"command": [sys.executable, str(script)]})
    ends = ("run_program", {"command": [sys.executable, "-c", "print('fine')"]})
    crashed, ended = ask(crashes, ends, allow_run=True)
    assert answer(crashed)["cause"] == "null-dereference"
    assert ended.is_error and "fine" in ended.content[0].text


def test_the_oldest_reports_are_forgotten():
    kept = Kept()
    names = [kept.keep(out_of_bounds()) for _ in range(MAX_KEPT + 1)]
    assert kept.find(names[-1]) and kept.find(names[1])
    with pytest.raises(Exception, match="no report 'r1'"):
        kept.find(names[0])


def test_the_command_speaks_over_standard_input_and_output(tmp_path):
    async def session():
        server = mcp.StdioServerParameters(
            command=ATFAULT[0],
            args=[*ATFAULT[1:], "mcp"],
            env=environment(str(tmp_path)),
            cwd=os.getcwd(),
        )
        async with mcp.Client(server) as client:
            return await client.call_tool("explain_text", {"text": LOG})

    assert answer(asyncio.run(session()))["cause"] == "missing-library"
