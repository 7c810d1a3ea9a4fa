"""Children that are given a changed copy of the environment get what `run` put there, too.

os.environ is as it would be without us; the C environment keeps our variables, and a child that
inherits that has them. One that is started with a copy (`env={**os.environ, "RANK": "1"}`, as
torchrun starts its ranks and joblib its workers) would not. Where the new environment has most of
the program's variables it is such a copy, and ours are added; an environment made from nothing
stays as it is.

    subprocess        its fork_exec(…): the environment is a list of b"NAME=value", number 5
    os                execve, posix_spawn, posix_spawnp: a mapping, number 2
"""

import os

ENV_LIST = 5
"""Of _posixsubprocess.fork_exec, from CPython 3.8 to 3.15."""
ENV_MAPPING = 2
PYTHONPATH, KEPT_PATH = b"PYTHONPATH", b"ATFAULT_PROBE_PYTHONPATH"


class Variables:
    """What is passed on."""

    def __init__(self, own, bootstrap):
        """own: {name: value} of ours but PYTHONPATH, in bytes; bootstrap: the folder that
        PYTHONPATH begins with."""
        self._own = own
        self._bootstrap = bootstrap

    def added(self, entries):
        """`entries`, {name: value} in bytes, with ours where they are a copy of the program's."""
        if any(name in entries for name in self._own) or not _is_copy(entries):
            return entries
        entries = dict(entries)
        entries.update(self._own)
        old = entries.pop(PYTHONPATH, None)
        if old is not None:
            entries[KEPT_PATH] = old
        entries[PYTHONPATH] = self._bootstrap + b":" + old if old else self._bootstrap
        return entries


def _is_copy(entries):
    own = [os.fsencode(name) for name in os.environ]
    kept = sum(name in entries for name in own)
    return bool(own) and 4 * kept >= 3 * len(own)


def of_list(function, variables):
    """subprocess's fork_exec with ours passed on."""

    def fork_exec(*args):
        try:
            if type(args[ENV_LIST]) is list:
                entries = dict(entry.split(b"=", 1) for entry in args[ENV_LIST])
                listed = [name + b"=" + value for name, value in variables.added(entries).items()]
                args = args[:ENV_LIST] + (listed,) + args[ENV_LIST + 1 :]
        except Exception:
            pass  # the program comes first
        return function(*args)

    return fork_exec


def of_mapping(function, variables):
    """os.execve and its like with ours passed on."""

    def passing_on(*args, **kwargs):
        try:
            if "env" in kwargs:
                kwargs["env"] = _with_ours(kwargs["env"], variables)
            else:
                changed = _with_ours(args[ENV_MAPPING], variables)
                args = args[:ENV_MAPPING] + (changed,) + args[ENV_MAPPING + 1 :]
        except Exception:
            pass  # the program comes first
        return function(*args, **kwargs)

    return passing_on


def _with_ours(mapping, variables):
    return variables.added({os.fsencode(name): os.fsencode(mapping[name]) for name in mapping})
