"""`atfault ranks`, from its arguments to its exit code."""

from __future__ import annotations

import gzip
import json
import os
import pickle

import pytest

from atfault.cli.main import main
from atfault.model.collected import RankRecord, head_line, rank_line
from atfault.model.job import Found
from atfault.report.json import dumps
from support.jobs import call, elsewhere, in_call
from support.report_parts import report as made_report
from support.schema import validate_parsed

DUMPS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "decode", "job", "dumps")
REDUCE = call(shape="[1000]", dtype="float32")


def explained(capsys, *arguments):
    status = main(["ranks", *map(str, arguments)])
    return status, *capsys.readouterr()


def report_of(capsys, *paths):
    status, out, _ = explained(capsys, *paths, "--json", "-")
    assert status == 0
    report = json.loads(out)
    validate_parsed(report)
    return report


def claim(report):
    best = report["diagnosis"][0]
    blame = best["blame"][0] if best["blame"] else {"file": "", "line": None}
    return best["cause"], best["confidence"], os.path.basename(blame["file"]), blame["line"]


def lines(*places, world=4, host="node0", job="RANK 29500", looked=(100.0, 102.0)):
    records = [RankRecord(one, world, job, looked=looked) for one in places]
    return (head_line(host) + "".join(map(rank_line, records))).encode()


HUNG = lines(in_call(0, REDUCE), in_call(1, REDUCE), elsewhere(2, "sleeping"), in_call(3, REDUCE))
HELD_UP = ("waits-for-rank", "likely", "train.py", 14)


@pytest.mark.parametrize(
    "kind, expected",
    [
        ("mismatch", ("collective-mismatch", "likely", "train.py", 36)),
        ("missing", ("waits-for-rank", "possible", "train.py", 28)),
        ("shape", ("collective-mismatch", "likely", "train.py", 32)),
        ("mismatch_json", ("collective-mismatch", "likely", "", None)),
    ],
)
def test_real_dumps_name_the_rank_and_its_line(capsys, kind, expected):
    report = report_of(capsys, os.path.join(DUMPS, kind))
    assert claim(report) == expected
    assert "ank 2" in report["headline"]
    assert (report["job"]["world"], report["job"]["missing"]) == (None, [])


def test_real_dumps_of_a_job_that_goes_on_accuse_nobody(capsys):
    report = report_of(capsys, os.path.join(DUMPS, "healthy"))
    assert (report["kind"], report["diagnosis"][0]["cause"]) == ("snapshot", "unknown")


def test_a_rank_without_a_dump_is_suspected(capsys):
    folder = os.path.join(DUMPS, "missing")
    report = report_of(capsys, *[f"{folder}/trace_rank_{rank}" for rank in (0, 1, 3)])
    assert claim(report)[:2] == ("rank-died", "possible")
    assert report["job"]["missing"] == [2]


@pytest.mark.parametrize("packed", [False, True])
def test_collected_ranks_are_judged(capsys, tmp_path, packed):
    path = tmp_path / "whatever"
    path.write_bytes(gzip.compress(HUNG) if packed else HUNG)
    report = report_of(capsys, tmp_path)
    assert claim(report) == HELD_UP
    assert [group["ranks"] for group in report["job"]["groups"]] == ["0,1,3", "2"]


def test_where_the_rank_runs_is_said(capsys, tmp_path):
    (tmp_path / "a").write_bytes(HUNG)
    reasons = [one["text"] for one in report_of(capsys, tmp_path)["diagnosis"][0]["evidence"]]
    assert "rank 2 runs on node0, pid 202" in reasons


def test_one_rank_of_many_tells_nothing_of_the_others(capsys, tmp_path):
    (tmp_path / "a").write_bytes(lines(in_call(0, REDUCE), world=512))
    report = report_of(capsys, tmp_path)
    assert claim(report)[0] == "unknown"
    assert len(report["job"]["missing"]) == 511


def test_a_rank_is_told_by_its_dump_and_by_its_report_together(capsys, tmp_path):
    (tmp_path / "a").write_bytes(
        lines(elsewhere(2, "sleeping", line=31), looked=(1.7959e9, 1.7959e9))
    )
    report = report_of(capsys, tmp_path, os.path.join(DUMPS, "missing"))
    assert claim(report)[::2] == ("waits-for-rank", "train.py")
    assert claim(report)[3] == 31


def real_dump():
    with open(os.path.join(DUMPS, "mismatch", "trace_rank_0"), "rb") as file:
        return file.read()


HOSTILE = {
    "trace_rank_x": real_dump(),
    "empty": b"",
    "text.txt": b"hello\nworld\n",
    "cut.ranks": HUNG[: len(HUNG) // 2],
    "cut.ranks.gz": gzip.compress(HUNG)[:-20],
    "bomb.gz": gzip.compress(b"\0" * (1 << 24)),
    "rank=abc.ranks": HUNG.replace(b'"rank":0', b'"rank":"abc"'),
    "trace_rank_99999999": b"\x80\x02}.",
    "evil_1": b"\x80\x02cos\nsystem\nX\x06\x00\x00\x00exit 1\x85R.",
    "deep_2.json": b"[" * 100_000,
    "deep_3.json": b'{"a":' * 100_000,
    "core.1": b"\x7fELF" + b"\0" * 60,
    "list_4.json": b"[1, 2]",
    "report.json": dumps(made_report([], [])).encode(),
    "newer.json": b'{"schema": "atfault.report/9"}',
    "surrogate.ranks": HUNG.replace(b"train.py", b"\\ud800\\u001b[31m"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_rank_is_named_and_the_rest_is_merged(capsys, tmp_path, name):
    (tmp_path / "good").write_bytes(HUNG)
    (tmp_path / name).write_bytes(HOSTILE[name])
    status, out, error = explained(capsys, tmp_path)
    assert (status, error) == (0, "")
    assert "rank 2 holds up" in out and "\x1b" not in out
    if "surrogate" not in name:
        assert name in out


def test_a_folder_without_a_rank_is_said(capsys, tmp_path):
    status, out, error = explained(capsys, tmp_path)
    assert (status, out) == (1, "") and "no rank of a job" in error
    (tmp_path / "notes.txt").write_text("hello\n")
    assert explained(capsys, tmp_path)[0] == 1


def test_a_path_that_is_not_there_is_wrong_usage(capsys, tmp_path):
    status, _, error = explained(capsys, tmp_path / "none")
    assert status == 2 and "cannot read" in error


def test_what_never_ends_is_not_opened(capsys, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "good").write_bytes(HUNG)
    status, out, _ = explained(capsys, tmp_path)
    assert status == 0 and "no regular file" in out


def test_ranks_of_two_jobs_are_two_sections(capsys, tmp_path):
    other = lines(*[in_call(rank, REDUCE) for rank in range(8)], world=8, job="RANK 29501")
    (tmp_path / "a").write_bytes(HUNG)
    (tmp_path / "b").write_bytes(other)
    status, out, _ = explained(capsys, tmp_path)
    assert status == 0 and "Another job" in out
    report = report_of(capsys, tmp_path)
    assert claim(report) == HELD_UP
    assert [one["job"]["world"] for one in report["children"]] == [8]


def test_ten_thousand_ranks_are_told_on_a_screen(capsys, tmp_path):
    """With stacks of thirty frames, and ranks that alternate."""
    places = [in_call(rank, REDUCE, line=27 + rank % 2) for rank in range(2000)]
    places[7] = elsewhere(7, "sleeping")
    places = [one._replace(stack=one.stack * 30) for one in places]
    (tmp_path / "a").write_bytes(lines(*places, world=2000))
    _, out, _ = explained(capsys, tmp_path)
    assert len(out.splitlines()) <= 60
    assert max(map(len, out.splitlines())) <= 120


def test_the_page_has_the_groups(capsys, tmp_path):
    (tmp_path / "a").write_bytes(HUNG)
    page = tmp_path / "job.html"
    assert explained(capsys, tmp_path / "a", "--html", page)[0] == 0
    assert "Ranks of the job" in page.read_text()


def test_collect_takes_one_folder(capsys):
    assert explained(capsys, "collect", "a", "b")[0] == 2


def test_pickles_of_python_are_read_too(capsys, tmp_path):
    for rank in range(4):
        with open(os.path.join(DUMPS, "mismatch", f"trace_rank_{rank}"), "rb") as file:
            plain = pickle.load(file)
        (tmp_path / f"nccl_trace_rank_{rank}").write_bytes(pickle.dumps(plain, 4))
    assert claim(report_of(capsys, tmp_path))[0] == "collective-mismatch"


OWN = Found("self-deadlock", "certain", "it waits for its own lock", "/home/ada/train.py", 41, "go")


def test_a_fault_within_a_rank_is_told_though_nobody_waits_for_it(capsys, tmp_path):
    (tmp_path / "a").write_bytes(
        lines(elsewhere(0, "running"), elsewhere(1, line=41, found=OWN), world=2)
    )
    report = report_of(capsys, tmp_path)
    assert claim(report) == ("self-deadlock", "certain", "train.py", 41)
    assert report["kind"] == "hang"
    assert report["headline"] == "In rank 1: self-deadlock at train.py:41"
    assert "it waits for its own lock" in report["diagnosis"][0]["summary"]


@pytest.mark.parametrize("found", [OWN._replace(confidence="possible"), None])
def test_what_is_only_possible_within_a_rank_is_no_verdict(capsys, tmp_path, found):
    (tmp_path / "a").write_bytes(
        lines(elsewhere(0, "running"), elsewhere(1, line=41, found=found), world=2)
    )
    assert claim(report_of(capsys, tmp_path))[:2] == ("unknown", "possible")


def test_the_rank_that_others_wait_for_is_told_with_its_own_fault(capsys, tmp_path):
    ranks = [in_call(0, REDUCE), elsewhere(1, line=40, found=OWN), in_call(2, REDUCE)]
    (tmp_path / "a").write_bytes(lines(*ranks, world=3))
    report = report_of(capsys, tmp_path)
    assert claim(report) == ("waits-for-rank", "likely", "train.py", 41)
    assert report["headline"] == "Probably rank 1 holds up 2 others: self-deadlock at train.py:41"
    assert len(report["diagnosis"]) == 1, "the fault stands among the reasons"


def test_a_fault_within_another_rank_than_the_one_that_died_is_told_too(capsys, tmp_path):
    died = elsewhere(0, "dead", ended="ValueError: bad shard", at=101.0)
    (tmp_path / "a").write_bytes(lines(died, elsewhere(1, line=41, found=OWN), world=2))
    causes = [one["cause"] for one in report_of(capsys, tmp_path)["diagnosis"]]
    assert causes == ["rank-died", "self-deadlock"]
