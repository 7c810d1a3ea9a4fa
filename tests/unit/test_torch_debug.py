"""The page in torch's debug server, with stand-ins for what torch brings."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault import torch_debug
from atfault.errors import AccessError, NoProcessState
from atfault.model.collected import RankRecord, head_line, rank_line
from support.jobs import elsewhere, in_call


@pytest.fixture
def torch(monkeypatch):
    """What torch was told and answers: `answers`, `handlers`."""
    found = SimpleNamespace(answers=[], handlers={})
    asked = lambda name, timeout: (["here"] * len(found.answers), found.answers)  # noqa: E731
    modules = {
        torch_debug.FRONTEND: SimpleNamespace(fetch_all=asked),
        torch_debug.WORKER: SimpleNamespace(_register_handler=found.handlers.setdefault),
    }
    load = torch_debug.lazy.load
    monkeypatch.setattr(torch_debug.lazy, "load", lambda name: modules.get(name) or load(name))
    torch_debug.register.cache_clear()
    yield found
    torch_debug.register.cache_clear()


class Response:
    def set_content(self, content, kind):
        self.content = content

    def set_status(self, status):
        self.status = status


def answer(place, *, world=3):
    text = head_line("node1") + rank_line(RankRecord(place, world, "a", looked=(1.0, 3.0)))
    return SimpleNamespace(status_code=200, text=text)


SILENT = SimpleNamespace(status_code=408, text="TimeoutError: <odd>")


def test_the_answers_of_all_ranks_are_merged(torch):
    torch.answers = [answer(in_call(0)), answer(elsewhere(1)), answer(in_call(2))]
    best = torch_debug.RanksHandler().report().diagnosis[0]
    assert (best.cause, best.confidence) == ("waits-for-rank", "likely")
    assert best.blame[0].function == "save"


def test_a_rank_that_does_not_answer_is_named_and_makes_it_less_sure(torch):
    torch.answers = [answer(in_call(0)), answer(elsewhere(1)), SILENT]
    report = torch_debug.RanksHandler().report()
    assert report.diagnosis[0].confidence == "possible"
    assert any(one.startswith("rank 2 ") for one in report.warnings)


def test_what_answers_say_is_escaped_on_the_page(torch):
    torch.answers = [answer(in_call(0)), answer(elsewhere(1)), SILENT]
    handler = torch_debug.RanksHandler()
    (route,) = handler.routes()
    page = route.handler(None).decode()
    assert "waits-for-rank" in page and "<odd>" not in page and "&lt;odd&gt;" in page
    assert route.path == handler.nav_links()[0].path
    assert "save" in handler.dump()


def test_where_no_rank_answers_that_is_said(torch):
    torch.answers = [SILENT, SILENT]
    with pytest.raises(NoProcessState, match="rank 0"):
        torch_debug.RanksHandler().report()


def test_a_rank_answers_with_what_was_seen_of_it(torch, monkeypatch):
    torch_debug.RanksHandler()
    torch_debug.RanksHandler()
    (served,) = torch.handlers.values()
    monkeypatch.setattr(torch_debug, "rank_of_this_process", lambda: b"seen")
    response = Response()
    served(None, response)
    assert (response.content, response.status) == (b"seen", 200)


def test_why_it_could_not_be_looked_at_is_an_answer_too(torch, monkeypatch):
    def refused():
        raise AccessError("not permitted")

    torch_debug.RanksHandler()
    monkeypatch.setattr(torch_debug, "rank_of_this_process", refused)
    response = Response()
    torch.handlers["atfault"](None, response)
    assert (response.content, response.status) == (b"not permitted", 500)
