"""Report ↔ plain values."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.errors import AtfaultError, FormatError, UnsupportedInput
from atfault.model.codec import MAX_CHILD_DEPTH, decode, encode
from atfault.model.report_company import ProgramReport
from atfault.report.html import render_html
from atfault.report.json import dumps
from atfault.report.text import render
from support.crash_reports import out_of_bounds
from support.hang_reports import busy_loop, event_loop_blocked
from support.lock_hang_reports import deadlock
from support.parts import times
from support.samples import SAMPLES

CONTRACT = (
    "schema kind created command process signal diagnosis not_checked threads children warnings"
)
FRAME = "kind function file line column module address inlined trust code mine locals"
FINDING = "cause summary confidence blame evidence advice"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_report_survives_the_round_trip(name):
    report = SAMPLES[name]()
    assert decode(encode(report)) == report


def test_the_fields_are_those_of_the_contract_in_its_order():
    plain = encode(out_of_bounds())
    assert " ".join(plain).startswith(CONTRACT)
    assert " ".join(plain["threads"][0]["frames"][0]).startswith(FRAME)
    assert " ".join(plain["diagnosis"][0]).startswith(FINDING)


def test_unknown_fields_are_ignored():
    plain = encode(out_of_bounds())
    plain["from_the_future"] = {"a": 1}
    plain["threads"][0]["frames"][0]["colour"] = "red"
    assert decode(plain) == out_of_bounds()


def test_missing_fields_take_their_defaults():
    report = decode({"schema": "atfault.report/1"})
    assert report.diagnosis[0].cause == "unknown"
    assert report.threads == ()
    assert report.process.pid is None


def test_another_major_version_is_said():
    with pytest.raises(UnsupportedInput, match="newer"):
        decode({"schema": "atfault.report/2"})


@pytest.mark.parametrize("plain", [None, [], 7, "text", {}, {"schema": 1}, {"schema": "other/1"}])
def test_what_is_no_report_is_a_format_error(plain):
    with pytest.raises(FormatError):
        decode(plain)


def test_children_are_read_to_a_bounded_depth():
    plain = encode(out_of_bounds()._replace(threads=()))
    for _ in range(100):
        plain = {**encode(out_of_bounds()._replace(threads=())), "children": [plain]}
    depth, report = 0, decode(plain)
    while report.children:
        depth, report = depth + 1, report.children[0]
    assert depth == MAX_CHILD_DEPTH


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@pytest.mark.chance
@settings(max_examples=times("ATFAULT_FUZZ_CASES", few=60, many=400))
@given(st.data())
def test_any_damage_is_an_error_or_a_report_that_can_be_shown(data):
    """A random spot of a valid report replaced by a random value."""
    sample = data.draw(st.sampled_from([out_of_bounds, deadlock, event_loop_blocked, busy_loop]))
    plain = json.loads(dumps(sample()))
    spot, path = plain, []
    for _ in range(data.draw(st.integers(1, 6))):
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        path.append((spot, key))
        if not isinstance(spot[key], dict | list):
            break
        spot = spot[key]
    if path:
        container, key = path[-1]
        container[key] = data.draw(PLAIN)
    try:
        report = decode(plain)
    except AtfaultError:
        return
    assert render(report)
    assert render(report, verbose=True)
    assert render_html(report)
    json.loads(dumps(report))


def test_how_the_program_ended_survives_the_round_trip():
    report = out_of_bounds()._replace(program=ProgramReport(4711, 139))
    assert decode(encode(report)) == report
    assert "the program, process 4711, ended with exit status 139" in render(report)
    assert "process 4711, ended with exit status 139" in render_html(report)


def test_halves_of_surrogate_pairs_are_replaced_and_undecodable_bytes_kept():
    plain = encode(deadlock()._replace(headline="a\ud800b\udcffc é"))
    assert decode(plain).headline == "a\ufffdb\udcffc é"
