"""Names of signals and codes, against the ones Python knows."""

from __future__ import annotations

import signal

import pytest

from atfault.model.signals import code_name, signal_description, signal_name


@pytest.mark.parametrize("number", range(1, 32))
def test_names_are_the_systems(number):
    names = {name for name, value in signal.__dict__.items() if value == number and name[3] != "_"}
    assert signal_name(number) in names


def test_realtime_and_impossible_signals_have_a_name():
    assert signal_name(signal.SIGRTMIN) == "SIGRTMIN"
    assert signal_name(signal.SIGRTMIN + 1) == "SIGRTMIN+1"
    assert signal_name(64) == "SIGRTMIN+30"
    assert signal_name(99) == "signal 99"
    assert signal_name(0) == "signal 0"
    assert signal_name(-3) == "signal -3"


@pytest.mark.parametrize(
    ("number", "code", "name"),
    [
        (11, 1, "SEGV_MAPERR"),
        (11, 2, "SEGV_ACCERR"),
        (11, 128, "SI_KERNEL"),
        (11, 0, "SI_USER"),
        (11, -6, "SI_TKILL"),
        (7, 2, "BUS_ADRERR"),
        (7, 4, "BUS_MCEERR_AR"),
        (8, 1, "FPE_INTDIV"),
        (8, 15, "FPE_CONDTRAP"),
        (4, 2, "ILL_ILLOPN"),
        (31, 1, "SYS_SECCOMP"),
        (11, 77, ""),
        (6, 1, ""),
    ],
)
def test_codes(number, code, name):
    assert code_name(number, code) == name


def test_descriptions_never_fail():
    assert signal_description("SIGSEGV") == "Segmentation fault"
    assert signal_description("SIGUSR1") == "Signal SIGUSR1"
    assert signal_description("signal 99") == "Signal 99"
