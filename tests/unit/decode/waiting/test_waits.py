"""How Python's and the kernel's views of a wait are put together."""

from __future__ import annotations

from atfault.decode.waiting.waits import _combined, _is_for_its_pipes
from atfault.model.waits import ChannelFacts, LoopFacts, Resource, Wait


def wait(kind, *, key="", exact=True, name="", peer="", hears_all=False, loop=None, **more):
    channel = ChannelFacts(peer=peer, hears_all=hears_all)
    resource = Resource(kind, key or kind, name, channel=channel, loop=loop)
    return Wait(11, 4711, resource, exact=exact, **more)


def test_without_python_the_kernel_decides():
    native = [wait("mutex")]
    assert _combined(None, native) == native


def test_python_names_what_the_kernel_only_sees_as_a_semaphore():
    python = wait("lock", name="a.lock")
    (found,) = _combined(python, [wait("semaphore", syscall="futex", timeout=False)])
    assert found.resource.name == "a.lock"
    assert (found.syscall, found.timeout) == ("futex", False)


def test_a_thread_that_wants_the_gil_waits_for_nothing_else():
    python = wait("queue", name="jobs")
    native = wait("gil", target_tid=12)
    assert _combined(python, [native]) == [native]


def test_a_native_mutex_beats_what_frames_merely_suggest():
    native = wait("mutex", target_tid=12)
    assert _combined(wait("queue", exact=False), [native]) == [native]
    assert _combined(wait("queue", exact=True), [native])[0].resource.kind == "queue"


def test_a_descriptor_gets_its_pipe_and_keeps_its_name():
    python = wait("fd", name="conn", operation="recv", exact=False)
    native = wait("pipe", key="pipe:[9]", name="a pipe (fd 3)", use="read")
    (found,) = _combined(python, [native])
    assert (found.resource.kind, found.resource.key) == ("pipe", "pipe:[9]")
    assert found.resource.name == "conn"
    assert (found.operation, found.use) == ("recv", "read")


def test_a_queue_between_processes_is_not_the_pipe_that_carries_it():
    python = wait("queue", name="jobs", exact=False, operation="get")
    (found,) = _combined(python, [wait("pipe", key="pipe:[9]", use="read")])
    assert (found.resource.kind, found.operation, found.use) == ("queue", "get", None)


def test_a_file_whose_path_is_known_is_named_by_it():
    python = wait("file", name="the lock of a file (file descriptor 3)", operation="lock")
    native = wait("file", name="/tmp/a", operation="lock")
    (found,) = _combined(python, [native])
    assert found.resource.name == "the lock of /tmp/a"
    unknown = wait("fd", name="the lock of file descriptor 3", operation="lock")
    (found,) = _combined(python, [unknown])
    assert found.resource.name == python.resource.name


def test_an_event_loop_waits_for_its_peers_as_well_but_not_for_itself():
    loop = wait("fd", name="events", loop=LoopFacts(), exact=False)
    peer = wait("socket", key="socket:[1]", peer="10.0.0.1:80")
    itself = wait("socket", key="socket:[2]")
    datagrams = wait("socket", key="socket:[3]", hears_all=True)
    found = _combined(loop, [itself, peer, datagrams])
    assert [one.resource.name for one in found] == ["events", "", ""]
    assert found[1:] == [peer, datagrams]


def test_a_child_has_the_pid_that_we_know_it_by():
    python = wait("process", key="process:2", name="child process 2", exact=False, target_pid=2)
    native = wait("process", key="process:812", name="child 812 (sleep)", target_pid=812)
    (found,) = _combined(python, [native])
    assert (found.resource.key, found.target_pid, found.exact) == ("process:812", 812, True)
    assert found.resource.name == "child 812 (sleep)"


def test_who_waits_for_the_output_of_a_child_that_has_ended_waits_for_the_pipe():
    told = wait("process", target_pid=90)
    pipe = wait("pipe", key="pipe:[9]", use="read")
    assert _is_for_its_pipes(told, [pipe, pipe], set())
    assert not _is_for_its_pipes(told, [pipe], {90})
    assert not _is_for_its_pipes(told, [wait("process", target_pid=90)], set())
    assert not _is_for_its_pipes(wait("queue"), [pipe], set())
