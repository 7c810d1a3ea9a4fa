"""What a lot's runner makes of a finding, and that the truth of each lot names lines that exist."""

import glob
import os
import sys

import pytest

from lots import judge

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

LOTS = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "*", "answers.toml")))
SOURCE = "import queue\njobs = queue.Queue()\njob = jobs.get()  # <-- here\nprint(job)\n"
TRUTH = {
    "kind": "hang",
    "right": ["waits-for-nobody"],
    "vague": ["waiting-external"],
    "lines": ["hangs/worker.py:job = jobs.get()"],
    "must": ["jobs"],
    "never": ["pool"],
}


@pytest.fixture
def lot(tmp_path):
    (tmp_path / "hangs").mkdir()
    (tmp_path / "hangs" / "worker.py").write_text(SOURCE)
    return str(tmp_path)


def finding(cause="waits-for-nobody", line=3, summary="nobody puts into jobs", level="likely"):
    blame = [] if line is None else [{"file": "/x/hangs/worker.py", "line": line}]
    return {
        **{"cause": cause, "summary": summary, "confidence": level, "blame": blame},
        **{"evidence": [], "advice": []},
    }


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (finding(), "right"),
        (finding(line=4), "wrong"),
        (finding(line=None), "vague"),
        (finding(summary="nobody is left"), "vague"),
        (finding(summary="jobs of a pool"), "wrong"),
        (finding("waiting-external", line=None), "vague"),
        (finding("deadlock"), "wrong"),
        (finding("slow-not-stuck"), "silent"),
        (finding("unknown"), "silent"),
        (None, "silent"),
    ],
)
def test_a_finding_is_judged_by_cause_line_and_words(lot, said, word):
    assert judge.judge(TRUTH, said, lot) == word


def test_a_cause_that_says_nothing_counts_where_the_truth_has_it(lot):
    truth = {**TRUTH, "vague": ["slow-not-stuck"]}
    assert judge.judge(truth, finding("slow-not-stuck"), lot) == "vague"


@pytest.mark.parametrize(
    ("said", "alarm"),
    [
        (finding("deadlock", level="certain"), True),
        (finding("deadlock", level="possible"), False),
        (finding("waiting-external", level="certain"), False),
        (None, False),
    ],
)
def test_a_claim_above_possible_is_an_alarm_on_a_healthy_program(lot, said, alarm):
    assert judge.alarms(said) is alarm
    assert judge.judge({"kind": "healthy"}, said, lot) == ("wrong" if alarm else "right")


POSTED = {
    **{"kind": "text", "file": "texts/a.txt", "right": ["unknown"], "vague": ["killed"]},
    **{"at": ["merge.py:58"], "must": ["rank 3 | [3]"], "never": [], "lines": []},
}


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (finding("unknown", None, "rank 3 died at ops/merge.py:58"), "right"),
        (finding("unknown", None, "rank 3 died at ops/merge.py:580"), "vague"),
        (finding("unknown", None, 'File "ops/merge.py", line 58, rank 3'), "right"),
        (finding("unknown", None, "died at ops/merge.py:58"), "vague"),
        (finding("unknown", 58, "rank 3 died"), "wrong"),  # of hangs/worker.py
        (finding("killed", None), "vague"),
        (finding("deadlock", None), "wrong"),
        (None, "silent"),
    ],
)
def test_a_text_is_judged_by_the_place_that_is_blamed_or_quoted(said, word):
    assert judge.judge(POSTED, said, "") == word


def test_a_quoted_line_counts_as_said():
    said = finding("unknown", None, "it crashed")
    said["quotes"] = [{"line": 7, "text": "[3] merge.py:58: segmentation fault"}]
    assert judge.judge(POSTED, said, "") == "right"


def test_a_path_of_windows_is_blamed_by_its_end():
    said = finding("unknown", 58, "rank 3 died")
    said["blame"][0]["file"] = "C:\\ops\\merge.py"
    assert judge.judge(POSTED, said, "") == "right"


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (None, "right"),
        (finding("none"), "right"),
        (finding("killed", level="possible"), "vague"),
        (finding("killed"), "wrong"),
    ],
)
def test_of_a_healthy_text_nothing_is_told(said, word):
    assert judge.judge({"kind": "healthy", "file": "texts/a.txt"}, said, "") == word
    assert judge.alarms(said, of_any=True) is (word == "wrong")


def test_the_answer_on_a_child_is_its_own_first_finding():
    child = {"process": {"argv": ["python", "worker.py"]}, "diagnosis": [finding("deadlock")]}
    report = {"diagnosis": [finding()], "children": [child]}
    assert judge.answer(report, "child:worker.py")["cause"] == "deadlock"
    assert judge.answer(report, "main")["cause"] == "waits-for-nobody"


def test_the_summary_counts_failing_programs_alone_and_alarms_apart():
    verdicts = [
        judge.Verdict("a", "hang", "attach", "right", confidence="certain"),
        judge.Verdict("a", "hang", "run", "wrong", confidence="certain"),
        judge.Verdict("b", "crash", "run", judge.LEFT_OUT),
        judge.Verdict("c", "healthy", "attach", "wrong", confidence="likely", alarm=True),
    ]
    line = judge.summary(verdicts, "2026-01-01", "mixed", "abc")
    assert line == "| 2026-01-01 | mixed | 2 | 1 / 0 / 1 / 0 | 1 | 1 | abc |"
    assert judge.confidences(verdicts)[0] == "certain: right in 1 of 2"


@pytest.mark.parametrize("path", LOTS, ids=lambda path: os.path.basename(os.path.dirname(path)))
def test_the_truth_names_lines_that_exist(path):
    with open(path, "rb") as file:
        answers = tomllib.load(file)
    for truth in answers.values():
        assert bool(judge.marked_lines(os.path.dirname(path), truth["lines"])) == bool(
            truth["lines"]
        )
        judge.marked_columns(os.path.dirname(path), truth.get("columns", []))


def test_a_file_that_the_program_names_from_its_folder_is_the_same_file() -> None:
    finding = {"blame": [{"file": "hangs/steps.py", "line": 3}]}
    assert judge.blames(finding, {("hangs/steps.py", 3)})
    assert not judge.blames(finding, {("steps.py", 4), ("eps.py", 3)})
    finding = {"blame": [{"file": "/home/ada/hangs/parts/../steps.py", "line": 3}]}
    assert judge.blames(finding, {("hangs/steps.py", 3)})


COMPILED = "days = 'é', bands[1:]\nif max(x):\n    total += rates[x] * x\n"
NUMBA = {
    **{"kind": "numba", "ways": ["numba"], "right": ["numba-operand-types"], "never": []},
    **{"vague": ["numba-cannot-unify"], "must": [], "look_at": "main"},
    "lines": ["hangs/worker.py:days = 'é', bands[1:]", "hangs/worker.py:total += rates[x] * x"],
    "columns": [
        "hangs/worker.py:days = 'é', bands[1:]:bands[1:]",
        "hangs/worker.py:total += rates[x] * x:rates[x]",
    ],
}


@pytest.fixture
def compiled(lot, tmp_path):
    (tmp_path / "hangs" / "worker.py").write_text(COMPILED, encoding="utf-8")
    return lot


def numba_finding(*blame, cause="numba-operand-types", level="certain"):
    """blame: (line, column, end_column)."""
    said = finding(cause, None, level=level)
    said["blame"] = [
        {"file": "/x/hangs/worker.py", "line": line, "column": begins, "end_column": ends}
        for line, begins, ends in blame
    ]
    return said


def test_an_expression_is_found_where_it_stands_in_bytes_and_may_have_colons(compiled):
    columns = judge.marked_columns(compiled, NUMBA["columns"])
    assert columns == {
        ("hangs/worker.py", 1): {(14, 23)},
        ("hangs/worker.py", 3): {(14, 22)},
    }
    whole_word = judge.marked_columns(compiled, ["hangs/worker.py:if max(x)::x"])
    assert whole_word == {("hangs/worker.py", 2): {(8, 9)}}
    with pytest.raises(KeyError):
        judge.marked_columns(compiled, ["hangs/worker.py:if max(x)::y"])


@pytest.mark.parametrize(
    ("blame", "began", "any_line", "column"),
    [
        ([(1, 14, 23), (3, 14, 22)], True, True, True),
        ([(3, 14, 15)], False, True, True),  # begins at it
        ([(3, 5, 26)], False, True, True),  # covers it
        ([(3, 5, 20)], False, True, False),
        ([(3, 15, 22)], False, True, False),
        ([(3, 20, 21), (1, 14, 23)], False, True, False),
        ([(1, None, None), (3, 14, 22)], True, True, True),
        ([(1, None, None)], True, True, None),
        ([(2, 8, 9)], False, False, None),
        ([], False, False, None),
    ],
)
def test_line_and_column_are_counted_apart(compiled, blame, began, any_line, column):
    told = judge.figures(NUMBA, numba_finding(*blame), compiled)
    expected = {"cause": True, "line began": began, "any line": any_line}
    assert told == expected | ({} if column is None else {"column": column})


def test_an_expression_of_several_lines_covers_the_rest_of_its_first(compiled):
    said = numba_finding((3, 5, 2))
    said["blame"][0]["end_line"] = 4
    assert judge.figures(NUMBA, said, compiled)["column"]


def test_only_a_cause_that_is_right_counts_and_silence_does_not(compiled):
    vague = numba_finding((1, 14, 23), cause="numba-cannot-unify")
    assert judge.judge(NUMBA, vague, compiled) == "vague"
    assert not judge.figures(NUMBA, vague, compiled)["cause"]
    silent = {"cause": False, "line began": False, "any line": False}
    assert judge.figures(NUMBA, None, compiled) == silent
    assert not judge.figures({**NUMBA, "kind": "healthy"}, None, compiled)
    assert not judge.figures({**NUMBA, "ways": ["run"]}, vague, compiled)


@pytest.mark.parametrize(
    ("causes", "level", "word"),
    [
        (["none"], "certain", "right"),
        (["unknown"], "possible", "right"),
        (["none", "numba-not-parallel"], "likely", "wrong"),
        (["numba-recompilation", "data-race"], "certain", "wrong"),
        (["data-race"], "possible", "vague"),
    ],
)
def test_any_finding_on_a_healthy_program_that_uses_numba_is_an_alarm(causes, level, word):
    truth = {"kind": "healthy", "ways": ["numba"]}
    found = [numba_finding(cause=cause, level=level) for cause in causes]
    said = judge.worst({"diagnosis": found}, truth)
    assert judge.judge(truth, said, "") == word
    assert judge.alarms(said, judge.any_accuses(truth)) is (word == "wrong")


def test_parts_and_statuses_are_counted_where_there_are_some():
    met = {"cause": True, "line began": False, "any line": True}
    verdicts = [
        judge.Verdict("a", "numba", "numba", "right", status=0, figures=met | {"column": True}),
        judge.Verdict("a", "numba", "run", "right", figures=met),
        judge.Verdict("b", "healthy", "numba", "silent", status=1),
    ]
    parts = "cause 2 of 2, line began 0 of 2, any line 2 of 2, column 1 of 1"
    assert judge.parts(verdicts) == parts
    assert judge.statuses(verdicts) == "0: 1, 1: 1"
