"""A child that wants to run is not given up for the machine being busy; one that sleeps is."""

from atfault.native.confined import Patience


def patience(states: list[str]) -> list[bool]:
    """What is answered at each second, with the child in these states."""
    now = iter(range(len(states) + 1))
    told = iter(states)
    asked = Patience(1, 3.0, clock=lambda: float(next(now)), state_of=lambda pid: next(told))
    return [asked.has_ended() for _ in states]


def test_seconds_in_which_it_wants_to_run_do_not_count() -> None:
    assert not any(patience(["R"] * 100))


def test_seconds_in_which_it_sleeps_count_and_those_between_do_not() -> None:
    assert patience(["D", "R", "R", "S", "R", "D"]) == [False] * 5 + [True]
