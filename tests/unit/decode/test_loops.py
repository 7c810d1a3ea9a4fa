"""What the exits of a loop look at, told from its source."""

from __future__ import annotations

import textwrap

from atfault.decode import loops
from atfault.decode.loops import Path


def loop_of(body: str, lines=None, getter=None):
    source = "def work(a, b, items):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ")
    tree = loops.parse(source.encode())
    assert tree is not None
    function = loops.find_function(tree, "work", 1)
    assert function is not None
    return loops.find_loop(function, lines or {2}, getter)


def looks(body, **more):
    found = loop_of(body, **more)
    return found.is_known, [path.text for path in found.inputs]


def test_a_condition_looks_at_its_names():
    assert looks("while not a and b.done < items['n'][0]:\n    x = 1") == (
        True,
        ["a", "b.done", "items['n'][0]"],
    )


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
    assert looks(body) == (True, ["a", "b", "items"])


def test_an_exit_that_nothing_guards_is_not_understood():
    assert not looks("while a:\n    x = 1\n    break")[0]


def test_a_call_of_unknown_effect_is_not_understood():
    assert looks("while a.poll():\n    x = 1") == (False, [])
    assert looks("while next(items):\n    x = 1") == (False, [])


def test_a_known_question_leads_to_what_it_looks_at():
    import ast

    def getter(path):
        assert path == Path("a", ("is_done",))
        return Path("a"), ast.parse("self._flag", mode="eval").body

    assert looks("while not a.is_done():\n    x = 1", getter=getter) == (True, ["a._flag"])


def test_an_exit_in_a_handler_or_an_inner_loop_is_not_understood():
    assert not looks("while a:\n    try:\n        x = 1\n    except E:\n        break")[0]
    assert not looks("while a:\n    for x in items:\n        return x")[0]


def test_break_of_an_inner_loop_does_not_leave_the_outer_one():
    assert looks("while a:\n    while b:\n        break", lines={2, 3}) == (True, ["a"])


def test_the_innermost_loop_around_all_lines_counts():
    body = "while a:\n    x = 1\n    while b:\n        x = 2"
    assert looks(body, lines={4, 5})[1] == ["b"]
    assert looks(body, lines={3, 5})[1] == ["a"]


def test_what_a_loop_assigns_and_whether_it_acts():
    found = loop_of("while a:\n    b += 1\n    items[b] = a.n = len(items)")
    assert {"b", "items"} <= found.assigns and "a.n" in found.assigns
    assert not found.acts
    assert loop_of("while a:\n    b.update(items)").acts
    assert loop_of("while a:\n    with b:\n        pass").acts


def test_a_for_loop_and_a_generator_are_not_judged():
    assert not loop_of("for x in items:\n    pass").is_known
    assert not loop_of("while a:\n    yield 1").is_known


def test_global_and_nonlocal_names_are_shared():
    found = loop_of(
        "while a:\n    x = 1\ndef stop():\n    nonlocal a\n    a = False",
    )
    assert found.shared == {"a"}


def leaves(body, **more):
    import ast

    found = loop_of(body, **more)
    return [[(ast.unparse(leaf.test), leaf.wanted) for leaf in one.leaves] for one in found.exits]


def test_each_part_of_an_and_keeps_an_exit_shut_by_itself():
    body = """
        while True:
            b += 1
            if a is not None and b > a:
                break
            if not (items or b < 0):
                return
    """
    assert leaves(body) == [
        [("a is not None", True), ("b > a", True)],
        [("items", False), ("b < 0", False)],
    ]


def test_an_else_is_reached_when_its_test_is_false():
    body = """
        while a or b:
            if items:
                x = 1
            else:
                break
    """
    assert leaves(body) == [[("a", False), ("b", False)], [("items", False)]]


def test_a_part_that_is_not_understood_leaves_the_other_one():
    body = """
        while True:
            if a is not None and b.poll() > a:
                break
    """
    found = loop_of(body)
    assert not found.is_known
    assert leaves(body) == [[("a is not None", True)]]


def test_get_with_a_constant_key_looks_at_that_item():
    def getter(path):
        return (Path("a"), loops.ITEM) if path == Path("a", ("get",)) else None

    body = "while not a.get('n'):\n    b += 1"
    assert looks(body, getter=getter) == (True, ["a['n']"])
    assert not loop_of(body, getter=getter).acts
    assert not looks("while not a.get(b):\n    x = 1", getter=getter)[0]


def test_a_loop_that_asks_for_the_time_says_so():
    assert loop_of("while time.monotonic() < a:\n    pass").asks_clock
    assert loop_of("while datetime.now() < a:\n    pass").asks_clock
    assert not loop_of("while b.now < a:\n    pass").asks_clock


def test_what_is_done_on_the_way_out_is_no_work_of_the_loop():
    assert not loop_of("while a:\n    if b:\n        raise ValueError('no')").acts
    assert not loop_of("while a:\n    if b:\n        return items.pop()").acts
    assert loop_of("while a:\n    if b:\n        items.pop()\n        return").acts


def test_what_methods_are_called_of_is_told_where_nothing_else_is_called():
    found = loop_of("while b < len(a):\n    if a[b].isdigit():\n        items.append(a[b])")
    assert [(one.path.text, one.is_element) for one in found.receivers] in (
        [("a", True), ("items", False)],
        [("items", False), ("a", True)],
    )
    assert loop_of("while a:\n    work(b)").receivers is None
    assert loop_of("while a:\n    work().go()").receivers is None
    assert loop_of("while a:\n    b += 1").receivers == ()
