"""JSON text of reports."""

from __future__ import annotations

import json

import pytest

from atfault.errors import AtfaultError, FormatError
from atfault.model.codec import encode
from atfault.report.json import dump_lines, dumps, loads
from support.crash_reports import hostile_names, out_of_bounds
from support.report_parts import python_frame, thread
from support.samples import SAMPLES
from support.schema import validate


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "hostile_names"])
def test_round_trip(name):
    report = SAMPLES[name]()
    text = dumps(report)
    assert json.loads(text) == json.loads(json.dumps(encode(report)))
    assert loads(text) == report


def test_undecodable_names_become_escapes_that_any_reader_of_json_takes():
    text = dumps(hostile_names())
    assert text.isascii()
    assert "\\udc" not in text
    plain = validate(text)
    assert plain["diagnosis"][0]["summary"].endswith("\\xff")
    loads(text)


def test_characters_beyond_the_basic_plane_stay():
    report = out_of_bounds()._replace(headline="crash 💥 \ud800")
    assert loads(dumps(report)).headline == "crash 💥 \\ud800"


def test_a_frame_takes_one_line():
    lines = [line for line in dumps(out_of_bounds()).splitlines() if '"kind": "python"' in line]
    assert len(lines) == 2
    json.loads(lines[0].strip().rstrip(","))


def test_keys_called_frames_elsewhere_do_no_harm():
    main = thread('"frames": []', 1, [python_frame("f", "a.py", 1)], crashed=True)
    main = main._replace(waits_for={"frames": []}, holds=({"frames": []},))
    report = out_of_bounds()._replace(threads=(main,))
    assert loads(dumps(report)) == report


def test_numbers_that_json_lacks_become_null():
    main = thread("x", 1, [], crashed=True)._replace(waits_for={"for": float("nan")})
    plain = json.loads(dumps(out_of_bounds()._replace(threads=(main,))))
    assert plain["threads"][0]["waits_for"] == {"for": None}


def test_pieces_join_to_the_text():
    report = out_of_bounds()
    assert "".join(dump_lines(report)) == dumps(report)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b'{"schema": "atfault.report/1", "threads": ' + b"[" * 100_000,
        b"[" * 100_000,
        b'{"schema": "atfault.report/2"}',
        b"NaN",
        b"null",
    ],
)
def test_what_is_no_report_is_one_clear_error(data):
    with pytest.raises(AtfaultError) as caught:
        loads(data)
    assert "\n" not in str(caught.value)


def test_a_number_of_a_million_digits_costs_nothing():
    digits = "9" * 1_000_000
    report = loads(f'{{"schema": "atfault.report/1", "process": {{"pid": {digits}}}}}')
    assert report.process.pid is None


def test_too_large_a_file_is_refused(monkeypatch):
    monkeypatch.setattr("atfault.report.json.MAX_BYTES", 10)
    with pytest.raises(FormatError, match="larger"):
        loads(b" " * 11)
