"""How sure a finding is: what its evidence and its doubts leave of a claim."""

from __future__ import annotations

import pytest

from atfault.diagnose.confidence import confidence_of
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.model.findings import CONFIDENCES, Doubt, Evidence, Finding, SetAside
from atfault.model.state import Layout
from support.diagnosed import diagnose
from support.hang_states import hang, worker
from support.states import crash, native, python, segv

HANDLER = Doubt("the handler of SIGTERM may set it", "handler")
THREAD = Doubt('"watchdog" may set it', "other-thread")


@pytest.mark.parametrize("claim", CONFIDENCES)
def test_what_was_read_or_told_leaves_the_claim(claim):
    assert confidence_of(claim) == claim
    assert confidence_of(claim, [Evidence("x"), Evidence("y", kind="told")]) == claim


@pytest.mark.parametrize("kind", ["inferred", "absent"])
def test_one_piece_that_was_not_read_leaves_likely_at_most(kind):
    known = Evidence("x", kind=kind)
    assert confidence_of("certain", [Evidence("y"), known, known]) == "likely"
    assert confidence_of("possible", [known]) == "possible"


def test_each_doubt_is_a_step_down_to_possible_and_no_further():
    assert confidence_of("certain", (), [HANDLER]) == "likely"
    assert confidence_of("certain", (), [HANDLER, THREAD]) == "possible"
    assert confidence_of("certain", [Evidence("x", kind="inferred")], [HANDLER]) == "likely"
    assert confidence_of("likely", [Evidence("x", kind="inferred")], [HANDLER]) == "possible"
    assert confidence_of("possible", (), [HANDLER]) == "possible"


def test_two_doubts_of_one_kind_are_one_step():
    another = Doubt("the handler of SIGHUP may set it", "handler")
    assert confidence_of("certain", (), [HANDLER, another]) == "likely"


@pytest.mark.parametrize("kind", ["unread", "other-finding"])
def test_where_nothing_was_read_or_another_says_why_a_possibility_is_left(kind):
    assert confidence_of("certain", (), [Doubt("x", kind)]) == "possible"


STATE = crash(signal=segv(0x1234_0000), frames=[native("f", "extension"), python("main", line=7)])


def finds(cause, confidence="certain", *doubts, family="crash", yields_to=(), **more):
    @rule(cause, family=family, yields_to=yields_to, **more)
    def one(case):
        yield Finding(cause, f"it was {cause}", confidence, doubts=doubts)

    return one


def test_a_rules_doubts_lower_what_it_claims_and_are_told():
    (found,) = diagnose(STATE, (finds("a", "certain", HANDLER),)).findings
    assert (found.confidence, found.doubts) == ("likely", (HANDLER,))


def test_a_doubted_finding_is_never_left_out():
    doubts = [HANDLER, THREAD, HANDLER]
    (found,) = diagnose(STATE, (finds("a", "possible", *doubts),)).findings
    assert found.confidence == "possible"


def test_what_was_not_read_is_told_as_a_doubt():
    newer = STATE._replace(python=STATE.python._replace(left_out="3.99 is not known whole"))
    leans = finds("a", partly=(Need.INTERPRETER,))
    (found,) = diagnose(newer, (leans,)).findings
    assert found.doubts == (Doubt("3.99 is not known whole", "input-cut"),)
    cut = hang([worker("MainThread", line=7)], [])
    cut = cut._replace(layout=cut.layout._replace(lacking="the core is cut"))
    (found,) = diagnose(cut, (finds("b", family="hang"),)).findings
    assert (found.confidence, found.doubts) == ("likely", (Doubt("the core is cut", "input-cut"),))
    assert Layout().lacking == ""


def test_nothing_is_certain_of_an_input_that_contradicts_itself():
    damaged = STATE._replace(layout=STATE.layout._replace(contradiction="segments overlap"))
    for family in ("crash", "hang"):
        (found,) = diagnose(damaged, (finds("a", "certain", family=family),)).findings
        assert found.confidence == "likely"
        assert found.doubts == (Doubt("segments overlap", "input-damaged"),)


def test_what_another_says_better_is_set_aside_with_its_reason():
    steps_aside = finds("generic", "likely", yields_to=(TELLING,))
    diagnosis = diagnose(STATE, (steps_aside, finds("a", "likely")))
    assert [f.cause for f in diagnosis.findings] == ["a"]
    assert diagnosis.set_aside == (SetAside("generic", "a (likely) says why"),)


def test_a_generic_finding_beside_a_possible_one_tells_the_doubt():
    steps_aside = finds("generic", "likely", yields_to=(TELLING,))
    diagnosis = diagnose(STATE, (steps_aside, finds("a", "possible")))
    assert [(f.cause, f.confidence) for f in diagnosis.findings] == [
        ("a", "possible"),
        ("generic", "possible"),
    ]
    assert diagnosis.findings[1].doubts == (Doubt("a may be why", "other-finding"),)
    assert diagnosis.set_aside == ()


def test_a_rule_may_take_back_what_it_found():
    @rule("a")
    def one(case):
        yield SetAside("", "its threads moved")

    diagnosis = diagnose(STATE, (one, finds("b")))
    assert [f.cause for f in diagnosis.findings] == ["b"]
    assert diagnosis.set_aside == (SetAside("a", "its threads moved"),)


def test_a_cause_is_told_once_and_the_other_set_aside():
    diagnosis = diagnose(STATE, (finds("a", "likely"), finds("a", "certain")))
    assert [f.confidence for f in diagnosis.findings] == ["certain"]
    assert diagnosis.set_aside == (SetAside("a", "a (certain) says it"),)
