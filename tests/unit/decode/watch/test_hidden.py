"""Whether a loop rests on what none of its variables shows."""

from __future__ import annotations

import ast

import pytest

from atfault.decode.watch.hidden import rests_on_unseen, unseen

PROGRAM = """
class Empty:
    def page(self): return 1

class Box:
    def draw(self):
        return self.rng.random()
    def take(self):
        return next(self.source)
    def more(self):
        return [one for one in self.source]
    def log(self):
        self.seal.update(b"x")
        return 1
    def digest(self):
        return self.seal.digest()
    def late(self):
        return time.monotonic() > self.end
    def plain(self):
        return len(self.items)
    def through(self):
        return self.draw()
    def asks(self):
        return self.client.page()
"""
UNSEEN = [("source", "generator"), ("seal", "_hashlib.HASH"), ("client", "shop.Empty")]


@pytest.mark.parametrize(
    ("called", "expected"),
    [
        *[(name, True) for name in ("draw", "take", "more", "digest", "late", "through")],
        *[(name, False) for name in ("log", "plain", "asks", "elsewhere")],
    ],
)
def test_chance_time_and_answers_of_what_shows_nothing_are_unseen(called, expected):
    loop = ast.parse(f"while self.hits < 3:\n    self.hits += self.{called}() == 11").body[0]
    assert rests_on_unseen(loop, [ast.parse(PROGRAM)], UNSEEN) is expected


def test_objects_that_show_nothing_are_found_in_the_text_of_a_variable():
    objects = "source=<generator at 0x7f>, log=<_hashlib.HASH object at 0x1>"
    text = f"Box({objects}, run=<function f at 0x2>)"
    assert [*unseen("self", text)] == [("source", "generator"), ("log", "_hashlib.HASH")]
    assert [*unseen("found", "<re.Match at 0x7f>")] == []
    assert [*unseen("rows", "<list_iterator at 0x7f>")] == [("rows", "list_iterator")]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('self.db.execute("SELECT id FROM rows WHERE at >= ?", (at,))', False),
        ('self.db.execute("select random()")', True),
        ('self.db.execute("DELETE FROM rows RETURNING id")', True),
        ("self.db.execute(self.text)", True),
        ('pandas.read_sql("SELECT id FROM rows", self.db)', True),
    ],
)
def test_what_is_selected_from_a_database_in_memory_is_the_same_each_time(statement, expected):
    loop = ast.parse(f"while True:\n    page = {statement}.fetchall()\n    if not page: break")
    found = [("db", "sqlite3.Connection")]
    assert rests_on_unseen(loop.body[0], [], found)
    assert rests_on_unseen(loop.body[0], [], found, has_own_data=True) is expected


@pytest.mark.parametrize(
    ("kind", "expected"), [("itertools.cycle", False), ("itertools.count", True), ("map", True)]
)
def test_what_goes_round_gives_a_for_what_it_gave_before(kind, expected):
    loop = ast.parse("for lane in self.lanes:\n    if lane.takes(car): break").body[0]
    assert rests_on_unseen(loop, [], [("lanes", kind)]) is expected
    taking = ast.parse("while not fits(next(lanes)): pass").body[0]
    assert rests_on_unseen(taking, [], [("lanes", kind)]), "no variable shows what it gave"
