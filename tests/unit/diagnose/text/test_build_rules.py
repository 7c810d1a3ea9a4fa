"""The rules about logs of builds: each where it must speak, at a near miss, without its evidence.

What a log says is a `Hit`, whatever its words; how the words are read is tested with the corpus.
"""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.text import RULES
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import SourceLine
from atfault.model.given import HINT, SUMMARY, FailedCheck, Given, Hit, Machine, TextPlace
from support.diagnosed import claims
from support.nonces import checked

BY_ID = {one.rule_id: one for one in RULES}
PLACE = TextPlace("src/a.c", 12, 5)


def hit(kind, **fields):
    return Hit(kind, 7, "the line", **fields)


def given(first, **fields):
    return Given("build.log", 99, hits=(first,), first=first, is_build=True, **fields)


def of(rule_id, text):
    """The finding of one rule about a text; None where it is silent."""
    found = list(BY_ID[rule_id](Case(given=text)))
    assert len(found) <= 1
    return found[0] if found else None


def first_cause(text):
    return checked(Case(given=text)).findings[0].cause


# rule, what it must speak of, its cause, what is near and not its own
SPEAKS = [
    ("missing-header", hit("header", subject="lber.h", place=PLACE), "missing-header",
     hit("python", why="header", subject="longintrepr.h", place=PLACE)),
    ("missing-submodule", hit("submodule", why="vendored", subject="third_party/fmt"),
     "missing-submodule", hit("header", subject="fmt/core.h")),
    ("missing-tool", hit("tool", subject="swig"), "missing-tool",
     hit("compiler", why="broken", subject="cc")),
    ("missing-library-of-build", hit("library", why="linked", subject="ssl"), "missing-library",
     hit("link", why="twice", subject="f")),
    ("missing-symbol-of-link", hit("symbol", subject="helper"), "missing-symbol",
     hit("link", why="pic", subject="helper")),
    ("unsupported-compiler", hit("compiler", why="option", subject="-std=c++29"),
     "unsupported-compiler", hit("setting", why="option", subject="WITH_X")),
    ("python-version", hit("python", why="c-api", subject="PyEval_CallObject"), "python-version",
     hit("compile", subject="PyEval_CallObject")),
    ("configuration-of-build", hit("setting", why="cmake-cache"), "configuration",
     hit("compile", why="no-source", subject="a.c")),
    ("network-error", hit("network", why="resolve", subject="host"), "network-error",
     hit("setting", why="no-distribution", subject="x")),
    ("disk-full", hit("disk", why="full"), "disk-full", hit("memory", why="refused")),
    ("out-of-memory-of-build", hit("memory", why="refused", subject="cc1plus"), "out-of-memory",
     hit("disk", why="full")),
    ("abi-mismatch-of-build", hit("abi", why="lto", found="9", wanted="12"), "abi-mismatch",
     hit("link", why="twice")),
    ("build-error", hit("compile", place=PLACE), "build-error", hit("header", subject="x.h")),
    ("printed-exception", hit("exception", subject="RuntimeError", found="no"), "configuration",
     hit("python", why="removed-module", subject="distutils")),
]  # fmt: skip
IDS = [row[0] for row in SPEAKS]


@pytest.mark.parametrize(("rule_id", "own", "cause", "_"), SPEAKS, ids=IDS)
def test_it_speaks_and_quotes_the_line(rule_id, own, cause, _):
    finding = of(rule_id, given(own))
    assert finding is not None and finding.cause == cause
    assert finding.quotes[0] == SourceLine(7, "the line")
    assert first_cause(given(own)) == cause
    if own.place is not None:
        assert (finding.blame[0].file, finding.blame[0].line) == ("src/a.c", 12)


@pytest.mark.parametrize(("rule_id", "_", "__", "near"), SPEAKS, ids=IDS)
def test_it_is_silent_at_what_is_another_rules(rule_id, _, __, near):
    assert of(rule_id, given(near)) is None


@pytest.mark.parametrize(("rule_id", "own", "_", "__"), SPEAKS, ids=IDS)
def test_it_is_silent_without_its_evidence(rule_id, own, _, __):
    assert of(rule_id, given(own)._replace(first=None)) is None
    assert of(rule_id, Absent("no text was given")) is None


@pytest.mark.parametrize("rank", [HINT, SUMMARY])
@pytest.mark.parametrize(("rule_id", "own", "_", "__"), SPEAKS, ids=IDS)
def test_what_is_often_no_failure_is_never_certain(rule_id, own, _, __, rank):
    finding = of(rule_id, given(own._replace(rank=rank)))
    assert finding is not None and finding.confidence != "certain"


def test_a_build_that_succeeded_has_the_cause_none_and_the_line_that_says_so():
    last = SourceLine(99, "Successfully installed x")
    text = Given("-", 99, is_build=True, outcome="succeeded", last=last)
    finding = of("none", text)
    assert (finding.cause, finding.confidence) == ("none", "certain")
    assert finding.quotes == (last,)
    assert first_cause(text) == "none"


def test_a_build_that_is_cut_is_not_surely_a_success():
    text = Given("-", 99, is_build=True, outcome="succeeded", is_cut=True)
    assert of("none", text).confidence == "likely"


def test_none_is_not_said_of_what_failed_nor_of_what_is_no_build():
    assert of("none", given(hit("compile"))) is None
    assert of("none", Given("-", 99)) is None
    assert of("none", Absent("no text")) is None


def test_a_compiler_that_was_killed_comes_with_the_jobs_that_would_fit():
    text = given(
        hit("memory", why="compiler-killed", subject="cc1plus", command="make -j16"),
        machine=Machine(memory=9 << 30, cpus=16),
    )
    finding = of("out-of-memory-of-build", text)
    assert finding.confidence == "likely"
    assert claims(finding) == ("out-of-memory", "likely", [], {"told": 3})
    assert "MAX_JOBS=4" in finding.advice[0].command
    assert claims(finding) == ("out-of-memory", "likely", [], {"told": 3})


def test_no_install_command_is_given_for_a_guess():
    known = of("missing-header", given(hit("header", subject="lber.h")))
    assert claims(known) == ("missing-header", "certain", [], {})
    unknown = of("missing-header", given(hit("header", subject="nobody/knows_this.h")))
    assert all("install" not in (one.command or "") for one in unknown.advice)


def test_a_header_that_is_here_is_not_installed_again():
    machine = Machine(files=("/usr/include/mysql/mysql.h",))
    finding = of("missing-header", given(hit("header", subject="mysql.h"), machine=machine))
    assert claims(finding) == ("missing-header", "certain", [], {"told": 1})


@pytest.mark.parametrize(("named", "sure"), [(True, "certain"), (False, "likely")])
def test_a_check_that_failed_is_evidence_and_as_sure_as_it_is_named(named, sure):
    check = FailedCheck("HAVE_X", "build/CMakeFiles/CMakeError.log", 31, "cannot find -lx", named)
    finding = of(
        "missing-library-of-build",
        given(hit("library", why="linked", subject="x"), check=check),
    )
    assert finding.confidence == sure
    assert any("the check HAVE_X failed of: cannot find -lx" in e.text for e in finding.evidence)


@pytest.mark.parametrize(
    ("why", "sure"), [("told", "certain"), ("gitmodules", "certain"), ("include", "likely")]
)
def test_a_submodule_is_as_sure_as_its_evidence(why, sure):
    finding = of(
        "missing-submodule",
        given(hit("submodule", why=why, subject="third_party/fmt", wanted="fmt/core.h")),
    )
    assert finding.confidence == sure
