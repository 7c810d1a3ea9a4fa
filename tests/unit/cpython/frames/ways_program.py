"""Prints the code of its functions as JSON, and what is surely taken where each calls here().

    python ways_program.py

{function: [bytecode, flags, names, variables, first cell, exception table, offset, docstring]}, bytes as
hexadecimal digits. The docstring names the locks. Written for 3.8 and later.
"""

# fmt: off
# ruff: noqa
import dis
import json
import sys

FUNCTIONS = []


def function(one):
    FUNCTIONS.append(one)
    return one


@function
def taken(locks, name):
    "locks[name]"
    locks[name].acquire()
    here()


@function
def through_attributes(self, name):
    "self.locks[name].inner"
    self.locks[name].inner.acquire()
    here()


@function
def given_a_default(locks, name):
    "locks[name]"
    locks.get(name, None).acquire()
    here()


@function
def given_back(locks, name):
    ""
    locks[name].acquire()
    locks[name].release()
    here()


@function
def another_key_by_now(locks, name, next):
    ""
    locks[name].acquire()
    name = next
    here()


@function
def another_container_by_now(self, other, name):
    ""
    self.locks[name].acquire()
    self.locks = other
    here()


@function
def another_before(locks, name, next):
    "locks[name]"
    name = next
    locks[name].acquire()
    here()


@function
def on_one_way_alone(locks, name, flag):
    ""
    if flag:
        locks[name].acquire()
    here()


@function
def on_both_ways(locks, name, flag):
    "locks[name]"
    if flag:
        locks[name].acquire()
    else:
        locks[name].acquire()
    here()


@function
def given_back_on_one_way(locks, name, flag):
    ""
    locks[name].acquire()
    if flag:
        locks[name].release()
    here()


@function
def skipped_in_a_later_round(locks, names, flag):
    ""
    for name in names:
        if flag():
            locks[name].acquire()
        here()


@function
def skipped_by_continue(locks, names, flag):
    "locks[name]"
    for name in names:
        if flag():
            continue
        locks[name].acquire()
        here()


@function
def before_a_loop(locks, name, items):
    "locks[name]"
    locks[name].acquire()
    for item in items:
        here()


@function
def given_back_in_a_loop(locks, name, items):
    ""
    locks[name].acquire()
    for item in items:
        here()
        locks[name].release()


@function
def result_that_nobody_asks(locks, name):
    ""
    locks[name].acquire(timeout=1)
    here()


@function
def result_that_is_asked(locks, name):
    "locks[name]"
    if not locks[name].acquire(timeout=1):
        return
    here()


@function
def the_other_way_of_the_result(locks, name):
    ""
    if locks[name].acquire(False):
        return
    here()


@function
def asked_again_and_again(locks, name):
    "locks[name]"
    while not locks[name].acquire(False):
        pass
    here()


@function
def inside_of_try(locks, name):
    "locks[name]"
    locks[name].acquire()
    try:
        here()
    finally:
        locks[name].release()


@function
def taken_inside_of_try(locks, name):
    "locks[name]"
    try:
        locks[name].acquire()
        here()
    finally:
        locks[name].release()


@function
def behind_try(locks, name, work):
    ""
    locks[name].acquire()
    try:
        work()
    finally:
        locks[name].release()
    here()


@function
def left_through_a_handler(locks, name, work):
    ""
    try:
        locks[name].acquire()
    except OSError:
        pass
    here()


@function
def in_the_handler(locks, name, work):
    "locks[name]"
    locks[name].acquire()
    try:
        work()
    except OSError:
        here()


@function
def given_back_before_the_handler(locks, name, work):
    ""
    locks[name].acquire()
    try:
        locks[name].release()
        work()
    except OSError:
        here()


@function
def left_by_break(locks, name, items):
    ""
    locks[name].acquire()
    for item in items:
        try:
            if item:
                break
        finally:
            locks[name].release()
        locks[name].acquire()
    here()  # what follows keeps the compiler from writing it twice
    print(locks, name, items)
    print(locks, name, items)


@function
def two(locks, x, y):
    "locks[x] locks[y]"
    locks[x].acquire()
    locks[y].acquire()
    here()


@function
def a_text():
    "LOCKS['a']"
    LOCKS['a'].acquire()
    here()


@function
def a_key_that_is_computed(locks, key):
    ""
    locks[key()].acquire()
    here()


@function
def in_a_comprehension(locks, name, names):
    "locks[name]"
    locks[name].acquire()
    [here() for _ in names] and None
    here()


@function
def rounds(locks, names):
    "each locks[name]"
    for name in names:
        here()
        locks[name].acquire()


@function
def rounds_that_give_back(locks, names):
    "locks[name]"
    for name in names:
        locks[name].acquire()
        here()
        locks[name].release()


@function
def rounds_hand_over_hand(locks, names, last):
    ""
    for name in names:
        here()
        locks[name].acquire()
        if last:
            locks[last].release()
        last = name


@function
def rounds_that_skip(locks, names, flag):
    ""
    for name in names:
        here()
        if flag():
            continue
        locks[name].acquire()


@function
def rounds_of_a_variable(locks):
    "each lock"
    for lock in locks:
        here()
        lock.acquire()


@function
def rounds_of_another_name(locks, names):
    ""
    for name in names:
        here()
        name = name.lower()
        locks[name].acquire()


@function
def rounds_of_two_names(locks, names, pick):
    ""
    for name in names:
        here()
        table = pick(name)
        locks[table][name].acquire()


@function
def behind_the_rounds(locks, names):
    ""
    for name in names:
        locks[name].acquire()
    here()


@function
def deleted(locks, name):
    ""
    locks[name].acquire()
    del name
    here()


@function
def result_in_a_variable(locks, name):
    "locks[name]"
    taken = locks[name].acquire(timeout=1)
    if not taken:
        raise OSError
    here()


@function
def result_in_a_variable_that_is_another_by_now(locks, name, other):
    ""
    taken = locks[name].acquire(timeout=1)
    taken = other
    if not taken:
        raise OSError
    here()


@function
def result_of_two(locks, name, flag):
    ""
    if flag:
        taken = locks[name].acquire(timeout=1)
    else:
        taken = True
    if taken:
        here()


@function
def made_when_it_is_missing(locks, name, make):
    "locks[name]"
    locks.setdefault(name, make).acquire()
    here()


@function
def leaves_a_lock(self, name):
    "self.locks[name]"
    self.locks[name].acquire()
    here()


@function
def leaves_a_lock_on_one_way(self, name, flag):
    ""
    if flag:
        return
    self.locks[name].acquire()
    here()


@function
def leaves_none_on_failure(self, name):
    "self.locks[name]"
    if not self.locks[name].acquire(timeout=1):
        raise OSError
    here()


@function
async def awaited(self):
    "self.lock"
    await self.lock.acquire()
    here()


@function
async def suspended_in_acquire(self):
    ""
    await self.lock.acquire()


@function
async def suspended_behind_acquire(self):
    "self.lock"
    await self.lock.acquire()
    await self.work()


@function
async def given_back_and_awaited(self):
    ""
    await self.lock.acquire()
    try:
        await self.work()
    finally:
        self.lock.release()
    here()


@function
def yielded(self):
    "self.lock"
    self.lock.acquire()
    try:
        yield here()
    finally:
        self.lock.release()


@function
def around_a_with(self, other):
    "self.lock"
    self.lock.acquire()
    with other:
        other.work()
    here()


@function
def asserted(lock):
    "lock"
    assert lock.acquire(timeout=1), "it is busy"
    here()


@function
def alternatives(first, second):
    ""
    if not first.acquire(blocking=False):
        second.acquire()
    here()


@function
def returned_in_a_finally(lock, work):
    ""
    lock.acquire()
    try:
        if work():
            return
    finally:
        lock.release()
    here()


@function
def leaves_what_it_gives_back_at_last(lock, work):
    ""
    lock.acquire()
    try:
        return work()
    finally:
        lock.release()
    here()


def offset_of_call(code):
    """Of the last call of here(); of a coroutine that does not, of where it is suspended last."""
    found = -1
    is_next = False
    if "here" not in code.co_names:
        yields = ("YIELD_VALUE", "YIELD_FROM")
        return [one.offset for one in dis.get_instructions(code) if one.opname in yields][-1]
    for one in dis.get_instructions(code):
        if one.opname == "LOAD_GLOBAL" and one.argval == "here":
            is_next = True
        elif is_next and one.opname in ("CALL", "CALL_FUNCTION"):
            found, is_next = one.offset, False
    return found


def main():
    found = {}
    for one in FUNCTIONS:
        code = one.__code__
        variables = code.co_varnames + code.co_cellvars + code.co_freevars
        table = b""
        if sys.version_info >= (3, 11):
            slots = len(set(variables))
            variables = [code._varname_from_oparg(index) for index in range(slots)]
            table = code.co_exceptiontable
        first_cell = 0 if sys.version_info >= (3, 11) else len(code.co_varnames)
        constants = [value if isinstance(value, (str, int)) else None for value in code.co_consts]
        found[one.__name__] = [
            code.co_code.hex(), code.co_flags, code.co_names, variables, first_cell, table.hex(),
            offset_of_call(code), one.__doc__, constants,
        ]
    print(json.dumps(found))


main()
