"""What the guard raises: an argument of a torch function that breaks its precondition.

Which class torch itself would have raised differs by function and device: embedding an IndexError,
gather a RuntimeError, everything on a GPU a RuntimeError much later. So what is raised here is of
both kinds, and code that caught torch's own error catches it.
"""

from atfault_probe.notebook import place_of

MAX_SHOWN = 5
"""Illegal values that are listed."""


class GuardError(RuntimeError):
    """The base of what the guard raises.

    `facts` says what is wrong as plain data:

        function    "embedding"
        argument    its name, as in torch's signature
        dtype       "int64"
        shape       of the argument
        device      "cuda:0"
        low, high   the smallest and the largest legal value, both inclusive; None: no such bound
        exempt      a value outside of them that is legal, too (ignore_index); None: there is none
        bad         [[position, value], …], the first of them; a position is a list of indices
        bad_count   how many there are; None where they were not counted
        whose       the argument that sets the bound, "" when it is none: "weight"
        extents     its shape
        dim         the dimension of it that is indexed; None: all, as if it were flat
        problem     "range", or what is wrong where it is none of single values:
                    "order" (they must not fall), "sum" (a row sums to 0), "count" (too many),
                    "nonzero" (a condition that does not hold)
        needed, there   of "count": how many elements are asked for, and how many there are
        plain       what torch itself says of the same call on the CPU, "" where it raises nothing;
                    None where it was not asked (see torch_guard.repeat)
        forward     [file, line, function] of the call whose backward pass this is; None otherwise
    """

    def __init__(self, message, facts=None):
        super().__init__(message)
        self.facts = facts

    def __reduce__(self):  # of a worker, sent to its parent
        return type(self), (self.args[0] if self.args else "", self.facts)


class IndexGuardError(GuardError, IndexError):
    """An index that is out of range."""


class ValueGuardError(GuardError, ValueError):
    """A value that is out of range, of what is no index."""


for _one in (GuardError, IndexGuardError, ValueGuardError):
    _one.__module__ = "atfault_probe"


def error_of(facts, is_index):
    """The exception that says so."""
    return (IndexGuardError if is_index else ValueGuardError)(message_of(facts), facts)


def message_of(facts):
    """One line: function, argument, values and where they are, what is legal, shapes."""
    text = "%s(): %s" % (facts["function"], _complaint(facts))
    text += " (%s is %s" % (facts["argument"], _array(facts["dtype"], facts["shape"], facts))
    if facts["whose"]:
        text += ", %s %s" % (facts["whose"], _extents(facts["extents"]))
    text += ")"
    if facts["forward"]:
        file, line, function = facts["forward"]
        text += "; in the backward pass of %s, in %s" % (place_of(file, line), function)
    return text


def launch_words(facts):
    """One line about a launch that was noted (torch_guard.launches), with values out of range."""
    file, line, function = facts["forward"] or ("?", 0, "?")
    words = "%s, in %s: %s(): %s held %s to %s; %s"
    seen = tuple(facts["seen"])
    named = (facts["function"], facts["argument"])
    return words % ((place_of(file, line), function) + named + seen + (legal_of(facts),))


def _complaint(facts):
    argument = facts["argument"]
    if facts["problem"] == "count":
        words = "%s asks for %d elements, and %s has %d"
        return words % (argument, facts["needed"], facts["whose"], facts["there"])
    places = "; ".join(
        "%s is %s" % (argument + _place(position), _number(value))
        for position, value in facts["bad"][:MAX_SHOWN]
    )
    count = facts["bad_count"]
    more = (count or 0) - min(len(facts["bad"]), MAX_SHOWN)
    if more > 0:
        places += "; and %d more" % more
    if facts["problem"] == "nonzero":
        return "%s is 0" % argument
    if facts["problem"] == "order":
        return "%s, less than the one before it" % places
    if facts["problem"] == "sum":
        return "%s sums to 0: nothing can be drawn from it" % (argument + _row(facts["bad"]))
    return "%s; %s" % (places or "%s is out of range" % argument, legal_of(facts))


def legal_of(facts):
    """ "legal are 0 to 2", "legal are 0 to 2 and -100"."""
    low, high = facts["low"], facts["high"]
    exempt = "" if facts["exempt"] is None else ", and %d (ignored)" % facts["exempt"]
    if facts["whose"] and high is not None and high < (low or 0):
        return "none is legal, as there is nothing to index" + exempt
    if low is None and high is None:
        return "only finite numbers are legal"
    if high is None:
        return "legal is %s or more" % _number(low)
    return "legal are %s to %s%s" % (_number(low), _number(high), exempt)


def _place(position):
    return "[%s]" % ", ".join(map(str, position)) if position else ""


def _row(bad):
    return _place(bad[0][0]) if bad else ""


def _number(value):
    return "%g" % value if type(value) is float else "%s" % (value,)


def _array(dtype, shape, facts):
    where = "" if facts["device"] == "cpu" else " on %s" % facts["device"]
    return "%s%s%s" % (dtype, _extents(shape), where)


def _extents(shape):
    return "[%s]" % ", ".join(map(str, shape))
