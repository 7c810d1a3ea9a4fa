"""Registers, modules and memory of cores by the kernel and gcore, against gdb."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import mapping_holding
from atfault.native.modules import load_modules
from atfault.snapshot.core import CoreSnapshot, open_core
from support import needs
from support.real_cores import dump, pyenv_pythons, system_python

PYTHONS = {**pyenv_pythons(), "system": system_python() or sys.executable}
REGISTERS = {"rip": 16, "rsp": 7, "rbp": 6, "rbx": 3, "r12": 12, "r15": 15}

pytestmark = needs.program("gdb")


def run_gdb(core: CoreSnapshot, *commands: str) -> str:
    arguments = ["gdb", "-q", "-batch", "-nx", "-iex", "set debuginfod enabled off"]
    for command in commands:
        arguments += ["-ex", command]
    done = subprocess.run(
        [*arguments, core.process.executable, core.path],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.stdout


@pytest.fixture(scope="module", params=[*PYTHONS, "gcore"])
def core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> CoreSnapshot:
    folder = tmp_path_factory.mktemp("core")
    made = by_gcore(folder) if request.param == "gcore" else dump(PYTHONS[request.param], folder)
    if isinstance(made, str):
        pytest.skip(made)
    return open_core(str(made))


def by_gcore(folder: Path) -> Path | str:
    """A core of a process with three threads that goes on living."""
    program = "import threading, time\nfor _ in range(2): threading.Thread(target=time.sleep, "
    program += "args=(60,), daemon=True).start()\nprint('up', flush=True)\ntime.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", program, "an argument"], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.1)
        done = subprocess.run(
            ["gcore", "-o", str(folder / "core"), str(child.pid)], capture_output=True, check=False
        )
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    cores = list(folder.glob("core*"))
    return cores[0] if cores else f"gcore may not attach here: {done.stderr.decode()[-200:]}"


@pytest.mark.representative("cores against gdb", only=("system",))
def test_registers_of_every_thread(core: CoreSnapshot) -> None:
    out = run_gdb(core, f"thread apply all -s info registers {' '.join(REGISTERS)} fs_base")
    threads = {thread.tid: thread.registers for thread in core.threads}
    compared = 0
    registers = None
    for line in out.splitlines():
        if header := re.match(r"Thread \d+ .*?(?:LWP|process) (\d+)", line):
            registers = threads[int(header[1])]
        elif (value := re.match(r"(\w+)\s+0x([0-9a-f]+)", line)) and registers is not None:
            name, theirs = value[1], int(value[2], 16)
            if name == "fs_base":
                assert registers.thread_pointer == theirs
            else:
                assert registers.general[REGISTERS[name]] == theirs
            compared += 1
    assert compared == len(core.threads) * 7


def test_the_current_thread_is_the_first(core: CoreSnapshot) -> None:
    out = run_gdb(core, "thread")
    current = re.search(r"Current thread is \d+ .*?(?:LWP|process) (\d+)", out)
    assert current is not None
    assert core.threads[0].tid == int(current[1])


def test_every_library_is_a_module_at_the_same_place(core: CoreSnapshot) -> None:
    modules = load_modules(core)
    out = run_gdb(core, "info sharedlibrary")
    libraries = re.findall(r"(0x[0-9a-f]+)\s+(0x[0-9a-f]+)\s+Yes(?: \(\*\))?\s+(\S+)", out)
    assert len(libraries) >= 3
    for start, end, path in libraries:
        module = modules.find(int(start, 16))
        assert module is not None and module is modules.find(int(end, 16) - 1)
        assert module.file is not None and os.path.samefile(module.file.path, path)
        notes = subprocess.run(["readelf", "-n", path], capture_output=True, text=True, check=False)
        assert f"Build ID: {module.build_id}" in notes.stdout
    # gdb does not count the program and the vdso among the libraries.
    assert len(modules) == len(libraries) + 2


@pytest.mark.representative("cores against gdb", only=("system",))
def test_memory_is_the_same_byte_for_byte(core: CoreSnapshot) -> None:
    """At two places in every mapping. Where gdb fills in zeros for what was not dumped, or takes a
    data file as it is now, we fault."""
    chance = random.Random(7)
    places = [chance.randrange(m.start, m.end - 16) for m in core.mappings for _ in range(2)]
    commands = [
        f"python try: print('AT', {place}, i.read_memory({place}, 16).tobytes().hex())\n"
        f"except gdb.MemoryError: print('AT', {place}, 'fault')"
        for place in places
    ]
    script = Path(core.path).with_suffix(".py")
    script.write_text(
        "import gdb\ni = gdb.selected_inferior()\n"
        + "\n".join(command.removeprefix("python ") for command in commands)
    )
    out = run_gdb(core, f"source {script}")
    answers = re.findall(r"AT (\d+) (\w+)", out)
    assert len(answers) == len(places)
    read = 0
    for place, theirs in answers:
        try:
            ours = core.memory.read(int(place), 16).hex()
        except MemoryFault:
            mapping = mapping_holding(core.mappings, int(place))
            assert mapping is not None and mapping.dumped == 0
            assert mapping.path == "" or not mapping.executable
            continue
        assert ours == theirs, hex(int(place))
        read += 1
    assert read > len(places) * 3 // 4


def test_signal_and_arguments(core: CoreSnapshot) -> None:
    if "an argument" in core.process.argv:
        assert core.signal == Absent("the process was alive when its core was taken")
        assert core.process.argv[:2] == (sys.executable, "-c")
        return
    assert not isinstance(core.signal, Absent)
    assert (core.signal.number, core.signal.code, core.signal.fault_address) == (11, 1, 8)
    assert core.process.argv[0] in PYTHONS.values()
    assert core.process.argv[1].endswith("crash.py")
    assert core.warnings == []
