"""What a callable returns when one thread calls it: recorded, and what of it can be relied on.

Two processes make the same calls. What they agree on tells how later calls can be judged:

    constant   every call returned the same           each result is compared with it
    sequence   call by call the same in both, but     calls are alike, so in whatever order threads
               different from call to call            make them, the same results must come out
    partly     the two differ                         only the parts that were always the same
    nothing    no part was always the same            only crashes, exceptions and hangs count

The same goes for the arguments after the last call.
"""

import pickle

from atfault_probe.stressing.values import SAME, compare, digest, flatten

CONSTANT, SEQUENCE, PARTLY, NOTHING = "constant", "sequence", "partly", "nothing"
PLAIN_LEAVES = ("plain", "float", "complex")


def known_arguments(args, kwargs):
    """Objects that are not looked into when a call returns them: their state at that moment is
    that of the calls of other threads, too. Arrays and plain values are compared all the same."""
    found = {}
    for name, value in list(enumerate(args)) + sorted(kwargs.items()):
        is_own = type(value).__module__ != "builtins" or isinstance(value, (list, dict, set))
        if is_own and not hasattr(type(value), "dtype"):  # an instance would run code of its own
            found[id(value)] = str(name)
    return found


def state_of(args, kwargs):
    """The arguments taken apart."""
    leaves = {}
    for name, value in list(enumerate(args)) + sorted(kwargs.items()):
        prefix = "argument %s" % (name + 1 if isinstance(name, int) else name)
        for path, leaf in flatten(value).items():
            leaves[prefix + path] = leaf
    return leaves


class Recorder:
    """Takes the results of one process's calls, in order."""

    def __init__(self, close):
        self.close = close
        self.first = None
        self.is_plain = True
        self.unstable = set()
        self.digests = []
        self._first_digest = b""
        self.states = {}
        """Calls made → the arguments at that moment."""

    def add(self, leaves):
        if len(leaves) != 1 or "" not in leaves or leaves[""][0] not in PLAIN_LEAVES:
            self.is_plain = False
        if self.first is None:
            self.first = leaves
            self._first_digest = digest(leaves)
            self.digests.append(self._first_digest)
            return
        if leaves == self.first:
            self.digests.append(self._first_digest)
            return
        self.unstable |= differing(self.first, leaves, self.close)
        self.digests.append(digest(leaves))

    def save(self, path):
        with open(path, "wb") as file:
            pickle.dump(self, file, 4)

    @staticmethod
    def load(path):
        with open(path, "rb") as file:
            return pickle.load(file)


def differing(one, other, close):
    """Paths at which two flattened values are not the same, rounding included."""
    paths = set(one) ^ set(other)
    for path in set(one) & set(other):
        if one[path] != other[path]:
            verdict, _ = compare({path: one[path]}, {path: other[path]}, close)
            if verdict != SAME:
                paths.add(path)
    return paths


class Reference:
    """What later calls are compared with."""

    def __init__(self, first, second):
        close = first.close
        self.close = close
        self.first = first.first or {}
        self.is_plain = first.is_plain and second.is_plain
        """Numbers, texts and the like, which stay what they are: they can be looked at later, so
        that the threads' calls follow each other at once."""
        self.digests = first.digests
        between = differing(self.first, second.first or {}, close)
        self.unstable = first.unstable | second.unstable | between
        if not self.unstable:
            self.kind = CONSTANT
        elif first.digests == second.digests:
            self.kind = SEQUENCE
        elif len(self.unstable & set(self.first)) < len(self.first):
            self.kind = PARTLY
        else:
            self.kind = NOTHING
        self.states = {}
        for count in set(first.states) & set(second.states):
            one, other = first.states[count], second.states[count]
            self.states[count] = (one, differing(one, other, close))

    def judge(self, leaves):
        """(verdict, text) of one result, where results are compared one by one."""
        return compare(self.first, leaves, self.close, self.unstable)

    def judge_state(self, calls, leaves):
        """(verdict, text) of the arguments after so many calls; SAME when that is not known."""
        if calls not in self.states:
            return SAME, ""
        wanted, unstable = self.states[calls]
        return compare(wanted, leaves, self.close, unstable)

    def judge_all(self, digests):
        """(number of wrong results, text) of all results of a sequence, in any order."""
        from collections import Counter

        wanted, got = Counter(self.digests[: len(digests)]), Counter(digests)
        extra = got - wanted
        wrong = sum(extra.values())
        if not wrong:
            return 0, ""
        twice = sum(count for one, count in extra.items() if one in wanted)
        words = []
        if twice:
            words.append("%d came more often than one thread gets them" % twice)
        if wrong - twice:
            words.append("%d never came when one thread made the calls" % (wrong - twice))
        return wrong, "of %d results, %s" % (len(digests), " and ".join(words))

    save = Recorder.save
    load = staticmethod(Recorder.load)
