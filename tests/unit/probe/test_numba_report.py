"""What `atfault numba` has in a program that compiles (atfault_probe.numba.report)."""

from __future__ import annotations

from types import SimpleNamespace

from atfault_probe.numba import report


def test_of_numbas_own_functions_no_file_is_parsed_for_their_first_line():
    def own(x):
        """Of Numba."""
        return x

    lowering = SimpleNamespace(get_func_body_first_lineno=lambda function: "parsed")
    report._find_lines_quickly(lowering)
    assert lowering.get_func_body_first_lineno(own) == "parsed"
    own.__module__ = "numba.np.arraymath"
    assert lowering.get_func_body_first_lineno(own) == own.__code__.co_firstlineno + 2
    report._find_lines_quickly(SimpleNamespace())  # of a release that has no such function
