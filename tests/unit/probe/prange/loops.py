"""Parallel loops, and what there is to say of them; arguments are annotated with Numba's types (make.py).

    # race: HOW VARIABLE [by INDEX] [guarded]       of this line, and of no other
    # unproven VARIABLE                             of this line: it may be none
    # of: KIND …                                    what is assigned here is computed of
"""

import numpy as np
from numba import get_thread_id, njit, prange, types
from numba.experimental import jitclass


@jitclass([("total", types.float64)])
class Box:
    def __init__(self):
        self.total = 0.0


@njit
def add_to_first(cells, value):
    cells[0] += value


@njit
def add_at(cells, at, value):
    cells[at] += value


@njit
def add_if(cells, value):
    if value > 0:
        cells[0] = value


@njit
def add_twice_removed(cells, at, value):
    add_at(cells, at + 1, value)


@njit
def root_of(parents, at):
    while parents[at] != at:
        at = parents[at]
    return at


@njit
def join(parents, first, second):
    a, b = root_of(parents, first), root_of(parents, second)
    if a < b:
        parents[b] = a


@njit
def one_of(rng):
    return rng.normal()


@njit
def step_of(k):
    return k * 2


# -- each iteration has its own ------------------------------------------------------------------


def own_element(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[i] = a[i] * 2


def own_row(a: "f2", out: "f2"):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j]


def row_by_view(out: "f2"):
    for i in prange(out.shape[0]):
        row = out[i]
        for j in range(out.shape[1]):
            row[j] += 1.0


def ordinary_sum(a: "f1"):
    total = 0.0
    for i in prange(a.size):
        total += a[i]
    return total


def local_buffer(a: "f1", out: "f1"):
    for i in prange(a.size):
        own = np.zeros(3)
        own[0] += a[i]
        out[i] = own[0]


def local_buffer_in_a_branch(a: "f1", out: "f1"):
    for i in prange(a.size):
        if a[i] > 0:
            own = np.zeros(3)
        else:
            own = np.ones(3)
        out[i] = own.sum() + own[0]


def used_by_an_array_expression(a: "f2", out: "f2"):
    last = 0.0
    for i in prange(a.shape[0]):
        out[i] = a[i] + last
        last = a[i, 0]  # race: carried last


def by_thread(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[get_thread_id()] += a[i]


def in_blocks(a: "f1", out: "f1"):
    for b in prange(out.size // 4):
        for k in range(b * 4, b * 4 + 4):
            out[k] = a[k]


def strided(a: "f1", out: "f1"):
    for k in prange(4):
        for j in range(k, a.size, 4):
            out[j] = a[j]


def one_iteration_writes(a: "f1", out: "f1"):
    for i in prange(a.size):
        if i == 0:
            out[0] += a[i]


def red_and_black(a: "f1"):
    for i in prange(a.size - 1):
        if i % 2:
            a[i] = a[i - 1]  # unproven a


def unflattened(out: "f2", n: "i"):
    for i in prange(out.size):
        out[i // n, i % n] += 1.0


def flag(out: "f1"):
    for i in prange(out.size):
        out[0] = 1.0


def scattered_once(where: "i1", out: "f1"):
    for i in prange(where.size):
        out[where[i]] = 1.0


def of_callee_own(a: "f1", out: "f1"):
    for i in prange(a.size):
        add_at(out, i, a[i])


def reads_elsewhere(a: "f1", out: "f1"):
    for i in prange(1, a.size):
        out[i] = a[i - 1]


def ordinary_loop(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[i] = 0.0
    for i in range(1, a.size):
        out[0] += a[i]


# -- variables -----------------------------------------------------------------------------------


def last_one(a: "f1", out: "f1"):
    last = 0.0
    for i in prange(a.size):
        out[i] = a[i] - last
        last = a[i]  # race: carried last


def made_first(a: "f1", out: "f1"):
    last = 0.0
    for i in prange(a.size):
        last = a[i]
        out[i] = last


def made_in_one_branch(a: "f1", out: "f1"):
    last = 0.0
    for i in prange(a.size):
        if a[i] > 0:
            last = a[i]  # race: carried last guarded
        out[i] = last


# -- elements ------------------------------------------------------------------------------------


def same_element(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[0] += a[i]  # race: same out


def same_element_kept(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[2] = a[i]  # race: same out


def largest(a: "f1", out: "f1"):
    for i in prange(a.size):
        if a[i] > out[0]:
            out[0] = a[i]  # race: same out guarded


def shared_buffer(a: "f2", out: "f1", own: "f1"):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            own[j] = a[i, j]  # race: same own by j
        out[i] = own[0]


def histogram(a: "i1", out: "i1"):
    for i in prange(a.size):
        bin = a[i]
        out[bin] += 1  # race: collides out by bin


def downsampled(a: "f1", out: "f1", n: "i"):
    for i in prange(a.size):
        out[i // n] += a[i]  # race: collides out


def masked(a: "f1", out: "f1"):
    for i in prange(a.size):
        at = i & 7
        out[at] += a[i]  # race: collides out by at


def pairs(a: "f1", out: "f1"):
    for i in prange(a.size):
        for j in range(i + 1, a.size):
            out[j] += a[i]  # race: collides out by j


def counted(a: "f1", out: "f1"):
    n = 0
    for i in prange(a.size):
        if a[i] > 0:
            out[n] = a[i]  # race: counted out by n guarded
            n += 1
    return n


def from_the_one_before(out: "f1"):
    for i in prange(1, out.size):
        out[i] = out[i - 1] + 1  # race: earlier out


def to_the_one_after(out: "f1"):
    for i in prange(out.size - 1):
        out[i + 1] = out[i] + 1  # race: earlier out


def in_two_dimensions(out: "f2"):
    for i in prange(1, out.shape[0]):
        for j in range(1, out.shape[1]):
            out[i, j] = out[i - 1, j]  # race: earlier out


def own_row_neighbour(out: "f2"):
    for i in prange(out.shape[0]):
        for j in range(1, out.shape[1]):
            out[i, j] = out[i, j - 1]


def view_outside(a: "f1", out: "f2"):
    row = out[0]
    for i in prange(a.size):
        row[1] += a[i]  # race: same row


def field(a: "f1", box: "Box.class_type.instance_type"):
    for i in prange(a.size):
        box.total += a[i]  # race: same box


def field_is_flag(a: "f1", box: "Box.class_type.instance_type"):
    for i in prange(a.size):
        if a[i] > 3:
            box.total = 1.0


# -- containers ----------------------------------------------------------------------------------


def appended(a: "f1", out: "L"):
    for i in prange(a.size):
        out.append(a[i])  # race: container out


def put_in(a: "f1", out: "D"):
    for i in prange(a.size):
        out[i] = a[i]  # race: container out


def own_list(a: "f1", out: "f1"):
    for i in prange(a.size):
        own = [0.0]
        own.append(a[i])
        out[i] = own[1]


# -- functions that are called -------------------------------------------------------------------


def of_callee(a: "f1", out: "f1"):
    for i in prange(a.size):
        add_to_first(out, a[i])  # race: same out


def of_callee_at(a: "f1", where: "i1", out: "f1"):
    for i in prange(a.size):
        add_at(out, where[i], a[i])  # race: collides out


def of_callee_guarded(a: "f1", out: "f1"):
    for i in prange(a.size):
        add_if(out, a[i])  # race: same out guarded


def of_callee_lossy(a: "f1", out: "f1"):
    for i in prange(a.size):
        add_twice_removed(out, i // 2, a[i])  # race: collides out


def of_callee_row(a: "f1", out: "f2"):
    for i in prange(a.size):
        add_to_first(out[i], a[i])


# -- what values are computed of -----------------------------------------------------------------


def sources(a: "f1", where: "i1", out: "f1", n: "i", pair: "types.UniTuple(i, 2)"):
    count = 0
    for i in prange(a.size):
        inner = below = above = block = step = back = each = 0
        index = i + n  # of: loop
        element = where[i]  # of: data
        fixed = where[0]  # of:
        lost = index // 3  # of: lossy
        lost_remainder = i % n  # of: lossy
        shifted = i >> 1  # of: lossy
        outside = n // 3  # of:
        both = element + index  # of: data loop
        clamped = min(index, n)  # of: other
        clamped_outside = min(n, 3)  # of:
        rounded = int(index)  # of: loop
        called = step_of(i)  # of: other
        called_outside = step_of(n)  # of: other
        thread = get_thread_id()  # of: other thread
        picked = pair[element % 2]  # of: data
        chosen = index if n > 2 else element  # of: loop data
        count += 1
        for j in range(n):
            inner = j + 1  # of: inner
        for k in range(i):
            below = k  # of: shared
        for m in range(i, n):
            above = m  # of: shared
        for o in range(i, i + 4):
            block = o  # of: other
        for p in range(i, n, 4):
            step = p  # of: other
        for q in range(i, n, -1):
            back = q  # of: shared
        for value in a:
            each = value  # of: inner
        out[i] = (
            (lost + lost_remainder + shifted + outside + both + clamped + clamped_outside + rounded)
            + (called + called_outside + thread + picked + chosen + inner + below + above + block)
            + (step + back + each + fixed)
        )
    return count


def distances(a: "f1", where: "i1", out: "f1"):
    for i in prange(a.size):
        before = i - 1
        after = i + 2
        turned = 3 + i
        from_data = i + where[i]
        out[i] = a[before] + a[after] + a[turned] + a[from_data]


def own_and_shared(a: "f1", out: "f1"):
    for i in prange(1, a.size):
        out[i] = out[i - 1] + a[i]  # race: earlier out
        out[0] += a[i]  # race: same out


# -- stretches, what a call reads, and generators ------------------------------------------------


def added_stretch(starts: "i1", a: "f1", out: "f1", n: "i"):
    for i in prange(starts.size):
        first = starts[i]
        out[first : first + n] += a[i]  # race: collides out


def added_to_the_end(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[i:] += a[i]  # race: collides out


def scaled_rows(starts: "i1", a: "f1", out: "f1"):
    for i in prange(starts.size - 1):
        out[starts[i] : starts[i + 1]] *= a[i]  # unproven out


def scaled_blocks(a: "f1", out: "f1", n: "i"):
    for i in prange(a.size):
        out[i * n : (i + 1) * n] *= a[i]


def joined(pairs: "i2", parents: "i1"):
    for i in prange(pairs.shape[0]):
        join(parents, pairs[i, 0], pairs[i, 1])  # race: collides parents


def drawn(rng: "G", out: "f1"):
    for i in prange(out.size):
        out[i] = rng.normal()  # race: generator rng


def drawn_by_another(rng: "G", out: "f1"):
    for i in prange(out.size):
        out[i] = one_of(rng)  # race: generator rng


# -- what is proven, and what is not -------------------------------------------------------------


def pairs_of_places(a: "f1", out: "f1"):
    for i in prange(a.size):
        out[2 * i] = a[i]
        out[2 * i + 1] = out[2 * i] - a[i]


def columns(a: "f1", out: "f2"):
    for i in prange(a.size):
        out[i, 0] = a[i]
        out[i, 1] = out[i, 0] * 2


def blocks_to_the_end(a: "f1", out: "f1", n: "i"):
    for b in prange(a.size // n + 1):
        for k in range(b * n, min((b + 1) * n, a.size)):
            out[k] = a[k]


def blocks_of_places(a: "f1", out: "f1", n: "i"):
    for b in prange(a.size // n):
        for k in range(n):
            out[b * n + k] = a[b * n + k]


def blocks_that_overlap(a: "f1", out: "f1"):
    for b in prange(a.size // 4):
        for k in range(b * 4, b * 4 + 5):
            out[k] = a[b]  # unproven out


def by_stride(a: "f1", out: "f1", n: "i"):
    for k in prange(n):
        for j in range(k, a.size, n):
            out[j] = a[j]


def smeared(a: "f1", out: "f1"):
    for i in prange(a.size):
        for j in range(3):
            out[i + j] += a[i]  # unproven out


def mirrored(out: "f1"):
    for i in prange(out.size):
        out[i] = out[out.size - 1 - i]  # unproven out


def lagged(out: "f1", lag: "i"):
    for i in prange(lag, out.size):
        out[i] = out[i - lag]  # unproven out


def copied(where: "i1", a: "f1", out: "f1"):
    for i in prange(where.size):
        out[where[i]] = a[i]  # unproven out


def reads_of_callee(out: "f1", parents: "i1"):
    for i in prange(parents.size):
        parents[i] = root_of(parents, parents[i])


def never_come_to(a: "f1", out: "f1", n: "i"):
    if n > 0:
        for i in prange(a.size):
            out[a.size // 2] += a[i]  # race: same out


def unflattened_by_another(out: "f2", n: "i", m: "i"):
    for i in prange(out.size):
        out[i // n, i % m] += 1.0  # unproven out


@njit
def put_half(cells, at, value):
    cells[at // 2] = value


@njit
def put_behind(cells, at, value):
    cells[2 * at + 1] = value


@njit
def take_from_before(cells, at):
    cells[at] = cells[at - 1] + 1.0


@njit
def put_first_of(cells, at):
    if at % 2:
        cells[0] += 1.0


def of_callee_half(a: "f1", out: "f1"):
    for i in prange(len(a)):
        put_half(out, i, a[i])  # unproven out


def of_callee_behind(a: "f1", out: "f1"):
    for i in prange(len(a)):
        put_behind(out, i, a[i])


def of_callee_before(out: "f1"):
    for i in prange(1, len(out)):
        take_from_before(out, i)  # race: earlier out


def of_callee_that_picks(a: "f1", out: "f1"):
    for i in prange(len(a)):
        put_first_of(out, i)  # unproven out


def both_ends(a: "f1", out: "f1"):
    for i in prange(len(a)):
        out[i] = a[i]  # race: collides out
        out[i + 1] = -a[i]  # race: collides out


def both_ends_apart(a: "f1", out: "f1"):
    for i in prange(len(a)):
        out[2 * i] = a[i]
        out[2 * i + 1] = -a[i]


def comprehended(a: "f1", where: "i1", n: "i"):
    bins = [0.0 for _ in range(n)]
    for i in prange(len(a)):
        bins[where[i]] += a[i]  # race: collides bins
    return bins


def ordered(a: "f1", out: "f1"):
    for i in prange(len(a)):
        out.sort()  # race: same out
