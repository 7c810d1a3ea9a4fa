"""What a turn of a loop does, told from its source."""

from __future__ import annotations

import ast
import textwrap

import pytest

from atfault.decode.watch import loops


def nodes_of(body: str, lines=None):
    source = "def work(a, b, items):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ")
    tree = loops.parse(source.encode())
    assert tree is not None
    function = loops.find_function(tree, "work", 1)
    assert function is not None
    return function, loops.find_loop(function, lines or {2})


def turn_of(body: str, *, waits=(), lines=None):
    return loops.turn_of(nodes_of(body, lines)[1], waits)


def exits(body, **more):
    turn = turn_of(body, **more)
    return [[(ast.unparse(test), wanted) for test, wanted in guards] for guards in turn.exits]


def test_source_that_is_nested_too_deeply_is_not_read():
    assert loops.parse(b"x = " + b"-" * 150 + b"1\n") is None
    assert loops.parse(b"x = " + b"y." * 150 + b"z\n") is None
    assert loops.parse(b"x = " + b"y." * 50 + b"z\n") is not None
    assert loops.parse(b"while\n") is None


def test_a_condition_is_an_exit():
    assert exits("while not a and b.done < items['n'][0]:\n    x = 1") == [
        [("not a and b.done < items['n'][0]", False)]
    ]


def test_tests_around_break_and_return_count_as_well():
    body = """
        while True:
            x = 1
            if a > 3:
                if b:
                    break
            elif items:
                return 1
    """
    assert exits(body) == [[("a > 3", True), ("b", True)], [("a > 3", False), ("items", True)]]
    assert turn_of(body).is_whole


def test_what_ends_a_loop_is_not_understood_where_it_is_hidden():
    assert not turn_of("while a:\n    x = 1\n    break").is_whole
    assert not turn_of("while a:\n    try:\n        x = 1\n    except E:\n        break").is_whole
    assert not turn_of("while a:\n    for x in items:\n        return x").is_whole
    assert not turn_of("for x in items:\n    pass").is_whole
    assert not turn_of("while a:\n    yield 1").is_whole


def test_break_of_an_inner_loop_does_not_leave_the_outer_one():
    body = "while a:\n    while b:\n        break"
    assert exits(body, lines={2, 3}) == [[("a", False)]]
    assert turn_of(body, lines={2, 3}).is_whole


def test_the_innermost_loop_around_all_lines_counts():
    body = "while a:\n    x = 1\n    while b:\n        x = 2"
    assert nodes_of(body, {4, 5})[1].lineno == 4
    assert nodes_of(body, {3, 5})[1].lineno == 2
    assert nodes_of(body, {1})[1] is None


def test_each_part_of_an_and_keeps_an_exit_shut_by_itself():
    body = """
        while True:
            b += 1
            if a is not None and b > a:
                break
            if not (items or b < 0):
                return
    """
    assert exits(body) == [
        [("a is not None", True), ("b > a", True)],
        [("items", False), ("b < 0", False)],
    ]


def test_what_a_loop_assigns_and_calls():
    turn = turn_of("while a:\n    b += 1\n    items[b] = a.n = len(items)")
    assert turn.assigns == {"b", "items[b]", "a.n"}
    assert [ast.unparse(one) for one in turn.calls] == ["len(items)"]
    assert turn_of("while a:\n    with b:\n        pass").acts


def test_what_is_done_on_the_way_out_is_no_work_of_the_loop():
    assert not turn_of("while a:\n    if b:\n        raise ValueError('no')").calls
    assert not turn_of("while a:\n    if b:\n        return items.pop()").calls
    assert not turn_of("while a:\n    if b:\n        a.b = items.pop()\n        return").calls
    assert not turn_of("while a:\n    if b:\n        a.b = 1\n        break").assigns
    assert turn_of("while a:\n    if b:\n        items.pop()\n    c()").calls[0].func.attr == "pop"
    inner = "    for b in a:\n        if b:\n            c()\n            break"
    assert turn_of(f"while a:\n{inner}").calls


def test_global_and_nonlocal_names_are_shared():
    function, _ = nodes_of("while a:\n    x = 1\ndef stop():\n    nonlocal a\n    a = False")
    assert loops.shared_names(function) == {"a"}


def test_a_loop_without_a_way_out_is_told():
    assert not loops.has_way_out(nodes_of("while True:\n    a.get()")[1])
    assert loops.has_way_out(nodes_of("while True:\n    if a:\n        break")[1])
    assert loops.has_way_out(nodes_of("while a:\n    b()")[1])


# turns in which a wait brings nothing


def polled(body, line):
    turn = turn_of(body, waits={line})
    return turn.does(()), turn.ends


@pytest.mark.parametrize(
    ("body", "line", "does", "ends"),
    [
        ("while not a.acquire(timeout=1):\n    b += 1", 2, (), False),
        ("while not a.wait(1):\n    items.beat()", 2, ("items.beat",), False),
        ("while not a.wait(1):\n    items.n += 1", 2, ("items.n",), False),
        ("while b < 9 and not a.acquire(timeout=1):\n    b += 1", 2, (), True),
        ("while a.lacks():\n    if b:\n        time.sleep(1)\n        continue\n    items.go()",
         4, (), False),
        ("while a.lacks():\n    if b:\n        time.sleep(1)\n    else:\n        items.go()\n"
         "    items.beat()", 4, ("items.beat",), False),
        ("while a.lacks():\n    if b:\n        time.sleep(1)\n        continue\n    items.n += 1\n"
         "    if items.n > 9:\n        break", 4, (), False),
        ("for x in range(9):\n    a.acquire(timeout=1)", 3, (), True),
        ("while True:\n    got = a.acquire(timeout=1)\n    if got:\n        items.go()\n"
         "        break", 3, (), False),
        ("while True:\n    if a.wait(1):\n        break\n    if time.monotonic() > b:\n"
         "        raise E", 3, (), True),
        ("while True:\n    try:\n        x = a.get(timeout=1)\n    except Empty:\n"
         "        continue\n    items.handle(x)", 4, (), False),
        ("while True:\n    try:\n        x = a.get(timeout=1)\n    except Empty:\n"
         "        items.idle()\n        continue\n    items.handle(x)", 4, ("items.idle",), False),
        ("while True:\n    try:\n        x = a.get(timeout=1)\n    except Empty:\n"
         "        b += 1\n        if b > 9:\n            raise", 4, (), True),
        ("while b:\n    r, _, _ = select(items, (), (), 1)\n    if not r:\n        continue\n"
         "    items.serve(r)", 3, (), False),
    ],
    ids=["lock", "beats", "counts for others", "so many times", "goes on to the next turn",
         "another way", "counts in other turns", "for", "result", "until a time",
         "queue", "does something when idle", "gives up", "select"],
)  # fmt: skip
def test_a_turn_in_which_the_wait_brings_nothing(body, line, does, ends):
    assert polled(body, line) == (does, ends)


def test_a_callback_that_nobody_gave_is_not_called():
    body = "while a:\n    wait()\n    if beat is not None:\n        beat()\n"
    body += "    if tick:\n        tick()"
    node = nodes_of(body)[1]

    def does(*unset):
        return loops.turn_of(node, {3}, unset).does(())

    assert does() == ("beat", "tick")
    assert does("beat") == ("tick",)
    assert does("beat", "tick") == ()
    assigned = nodes_of(body + "\n    beat = found")[1]
    assert loops.turn_of(assigned, {3}, ("beat",)).does(()) == ("beat", "tick"), "it may be set"


@pytest.mark.parametrize(
    ("body", "inquires", "ends"),
    [
        ("while True:\n    state = job.state()\n    if state:\n        break\n    sleep(1)", 1, 0),
        ("while not look():\n    sleep(1)", 1, 0),
        ("while self.open:\n    sleep(1)", 1, 0),  # it may be a property
        ("while self.open:\n    self.open = more\n    sleep(1)", 0, 1),
        ("while time() < end:\n    sleep(1)", 0, 1),
        ("while n < 9:\n    n = add(n)\n    sleep(1)", 0, 1),
        ("while True:\n    line = file.readline()\n    if line:\n        break", 0, 1),
        ("while True:\n    a = 1\n    a = look(b)\n    if b:\n        break", 0, 0),
        ("while not do:\n    do = look()\n    fn(*args)\n    sleep(1)", 0, 0),
        ("while ids:\n    r = got(list(ids))\n    ids.difference_update({i for i in r})", 1, 0),
        ("while ids:\n    k = list(ids)\n    r = got(k)\n    ids.discard(r)\n    sleep(1)", 1, 0),
        ("while ids:\n    ids.discard(1)\n    sleep(1)", 0, 0),
    ],
)
def test_a_loop_that_is_left_by_an_answer_asks_for_it_and_does_not_end_of_itself(
    body, inquires, ends
):
    turn = turn_of(body)
    assert (turn.inquires, turn.ends) == (bool(inquires), bool(ends))


def test_what_is_counted_down_alone_is_none_as_long_as_it_was_seen_to_be():
    body = "while True:\n    if limit is not None:\n        limit -= 1\n"
    body += "        if limit < 0:\n            raise TimeoutError"
    node = nodes_of(body)[1]
    assert not loops.turn_of(node, {2}, ("limit",)).ends
    assert loops.turn_of(node, {2}).ends


def test_a_loop_that_awaits_a_sleep_alone_is_understood():
    body = "while a.b:\n    await asyncio.sleep(1)"
    assert async_turn(body).is_whole
    assert not async_turn("while a.b:\n    await a.next()").is_whole
    assert not async_turn("while a.b:\n    async with b:\n        await sleep(1)").is_whole


def async_turn(body):
    source = "async def work(a, b):\n" + textwrap.indent(body, "    ")
    function = loops.find_function(loops.parse(source.encode()), "work", 1)
    return loops.turn_of(loops.find_loop(function, {2}))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("next(lot for lot in lots if lot)", "for lot in lots:\n    if lot:\n        yield lot"),
        (
            "next(\n a for lot in b for a in lot)",
            "for lot in b:\n    for a in lot:\n        yield a",
        ),
        ("sum(1 for _ in a) if b else sum(1 for _ in c)", None),
        ("\n\nsum(1 for _ in a)", None),
    ],
)
def test_a_generator_expression_is_the_loop_that_it_runs_as(source, expected):
    found = loops.find_generator(loops.parse(source.encode()), 1)
    assert (found and ast.unparse(found.body[0])) == expected
    if found is not None:
        assert loops.find_loop(found, {1}) is not None
