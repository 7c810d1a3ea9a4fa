"""What brings `ranks collect` to the nodes: the commands of the table, and what is refused."""

from __future__ import annotations

import shlex
import shutil

import pytest

from atfault.cli.carriers import carriers, carry, planned, trip
from atfault.errors import AccessError, UsageError


def going(over, folder="/shared/a b", atfault="atfault", words="", options=("--now",)):
    return trip(over, folder, atfault, words, options)


@pytest.mark.parametrize("name", list(carriers()))
def test_each_carrier_starts_the_collector_with_all_that_it_is_given(name):
    """What a shell over there takes apart is one word, and the folder one word in it."""
    lines = planned(going(f"{name}:there", words="-x 'y z'")).splitlines()
    argv = shlex.split(lines[-1])
    assert name in argv[:4] and argv[argv.index("-x") + 1] == "y z"
    is_shell = argv[-1] != "--now"
    inner = shlex.split(argv[-1]) if is_shell else argv
    at = inner.index("atfault")
    assert inner[at : at + 3] == ["atfault", "ranks", "collect"]
    is_shared = carriers()[name].starts == "once" and name not in ("dask", "ray")
    assert inner[at + 3] == ("/shared/a b" if is_shared else "-")
    assert inner[-1] == "--now"


@pytest.mark.parametrize(
    "over", ["", "srun", "srun:", "telnet:a", "ssh:-oProxyCommand=x", "clush:--worker=x"]
)
def test_what_names_no_carrier_and_target_is_refused(over):
    with pytest.raises(UsageError, match="--over takes one of srun:JOB"):
        going(over)


@pytest.mark.parametrize(("folder", "words"), [("-", ""), ("/a", "'")])
def test_what_cannot_be_carried_is_refused(folder, words):
    with pytest.raises(UsageError):
        going("ssh:a", folder, words=words)


def test_a_host_is_never_an_option_of_the_carrier():
    with pytest.raises(AccessError, match="no host -oProxyCommand"):
        planned(going("ssh:a,-oProxyCommand=x"))


def test_a_carrier_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(AccessError, match="cannot start clush"):
        carry(going("clush:a", str(tmp_path)))
    assert carry(going("ssh:a", str(tmp_path))) == [
        "a: cannot start ssh: No such file or directory"
    ]


def test_a_carrier_that_fails_says_so(tmp_path, monkeypatch):
    (tmp_path / "pdsh").symlink_to(shutil.which("false"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert carry(going("pdsh:a", str(tmp_path))) == ["pdsh ended with status 1"]
