"""Each check with both outcomes, on stand-ins for what it looks at."""

from __future__ import annotations

import pytest

from atfault.decode.imports.python_home import PythonHome
from atfault.doctor.checks import CHECKS, cores, memory, packages, symbols, tracing
from atfault.doctor.machine import Room
from atfault.doctor.subject import Loaded
from atfault.model.process import Module
from atfault.snapshot.target_files import TargetFiles
from support.extensions import compile_shared, package, record
from support.stand_in_machine import StandIn, StandInSubject, one, verdicts

PATTERN = "/proc/sys/kernel/core_pattern"


@pytest.fixture
def machine(tmp_path):
    return StandIn(tmp_path / "root")


@pytest.fixture
def process(tmp_path):
    """The same, asked about process 4711."""
    return StandIn(tmp_path / "root", pid=4711)


def command(verdict) -> str:
    return verdict.cure[0].command if verdict.cure else ""


def test_on_a_sound_machine_nothing_is_in_the_way(machine):
    for check in CHECKS:
        if "machine" in check.about and check.id not in ("python", "line-tables"):
            assert {found.state for found in verdicts(check, machine)} <= {"ok", "note"}, check.id


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"machine": "riscv64"}, "this machine is riscv64"),
        ({"bits": 32}, "this Python is a 32-bit program"),
        ({"libc": "another"}, "this Python uses another"),
    ],
)
def test_another_kind_of_machine_is_in_the_way(machine, change, why):
    assert one(tracing.platform, machine).state == "ok"
    machine.kind_of_machine = machine.kind_of_machine._replace(**change)
    found = one(tracing.platform, machine)
    assert found.state == "problem"
    assert why in found.meaning
    assert one(tracing.tracing_works, machine).state == "unknown"


def test_every_check_says_what_it_is_about():
    ids = [check.id for check in CHECKS]
    assert len(set(ids)) == len(ids)
    assert all(check.__doc__ and check.title and check.about for check in CHECKS)


# ---- cores --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "uses_pid", "state"),
    [
        ("core", "0", "ok"),
        ("", "1", "ok"),
        ("", "0", "problem"),
        ("/var/cores/core.%p", "0", "problem"),
        ("/srv/core.%p", "0", "ok"),
        ("|/usr/lib/handler %p", "0", "problem"),
        ("|", "0", "problem"),
    ],
)
def test_a_core_goes_to_a_folder_or_program_that_is_there(machine, pattern, uses_pid, state):
    machine.write(PATTERN, pattern)
    machine.write("/proc/sys/kernel/core_uses_pid", uses_pid)
    found = one(cores.core_pattern, machine)
    assert found.state == state
    assert state == "ok" or command(found)


@pytest.mark.parametrize(
    ("handler", "state"),
    [
        ("/usr/lib/systemd/systemd-coredump", "ok"),
        ("/usr/share/apport/apport", "note"),
        ("/opt/mine", "note"),
    ],
)
def test_programs_that_take_cores_are_known(machine, handler, state):
    machine.write(PATTERN, f"|{handler} %p")
    machine.write(handler, "")
    assert one(cores.core_pattern, machine).state == state


def test_a_program_that_takes_cores_runs_outside_of_a_container(machine):
    machine.write(PATTERN, "|/usr/share/apport/apport %p")
    machine.write("/.dockerenv", "")
    found = one(cores.core_pattern, machine)
    assert found.state == "note" and "host" in found.meaning


def test_cores_of_one_name_overwrite_each_other(machine):
    assert one(cores.core_name, machine).state == "ok"
    machine.write(PATTERN, "core")
    assert command(one(cores.core_name, machine)) == "sysctl -w kernel.core_uses_pid=1"
    machine.write("/proc/sys/kernel/core_uses_pid", "1")
    assert one(cores.core_name, machine).state == "ok"


def limited(machine, soft: str, hard: str, of: str = "self") -> None:
    machine.write(f"/proc/{of}/limits", f"Max core file size   {soft}   {hard}   bytes\n")


@pytest.mark.parametrize(
    ("soft", "hard", "state", "cure"),
    [
        ("unlimited", "unlimited", "ok", ""),
        ("1073741824", "unlimited", "ok", ""),
        ("0", "unlimited", "problem", "ulimit -S -c unlimited"),
        ("1024", "4096", "problem", "ulimit -S -c 4"),
        ("0", "0", "problem", "docker run --ulimit core=-1 …"),
    ],
)
def test_the_limit_of_cores_is_soft_or_hard(machine, soft, hard, state, cure):
    limited(machine, soft, hard)
    found = one(cores.core_size, machine)
    assert (found.state, command(found)) == (state, cure)


def test_a_hard_limit_can_be_raised_with_the_capability_alone(machine):
    limited(machine, "0", "0")
    machine.capable()
    assert command(one(cores.core_size, machine)).startswith("prlimit --pid $$")


def test_a_running_process_has_a_limit_of_its_own(process):
    assert one(cores.core_size, process).state == "ok"
    limited(process, "0", "unlimited", "4711")
    assert command(one(cores.core_size, process)) == "prlimit --pid 4711 --core=unlimited"


def test_no_limit_counts_for_cores_that_a_program_takes(machine):
    limited(machine, "0", "0")
    machine.write(PATTERN, "|/usr/lib/systemd/systemd-coredump %p")
    assert one(cores.core_size, machine).state == "ok"


@pytest.mark.parametrize(
    ("bits", "state"),
    [("33", "ok"), ("32", "problem"), ("0", "problem"), ("31", "note"), ("23", "note"),
     ("x", "unknown")],
)  # fmt: skip
def test_the_filter_lets_the_programs_own_memory_in(machine, bits, state):
    machine.write("/proc/self/coredump_filter", bits)
    assert one(cores.core_filter, machine).state == state


def test_the_folder_of_a_core_can_be_written(machine):
    assert one(cores.core_folder, machine).state == "ok"
    machine.read_only.add("/srv")
    assert one(cores.core_folder, machine).state == "problem"


def test_there_is_room_for_a_core_as_large_as_the_process(machine, process):
    assert one(cores.core_disk, machine).state == "ok"
    machine.rooms["/srv"] = Room(1 << 30, 1 << 20)
    assert one(cores.core_disk, machine).state == "problem"
    process.rooms["/srv"] = Room(100 << 30, 1 << 30)
    assert one(cores.core_disk, process).state == "ok"
    process.change("/proc/4711/status", "1024 kB", "9999999 kB")
    assert one(cores.core_disk, process).state == "problem"


def test_a_process_that_has_changed_its_user_leaves_no_core(process):
    assert one(cores.dumpable, process).state == "ok"
    process.owners["/proc/4711/status"] = 0
    assert command(one(cores.dumpable, process)) == "sysctl -w fs.suid_dumpable=2"


def test_what_a_core_lacks_is_in_the_way(machine):
    subject = StandInSubject(machine, kind="core")
    assert one(cores.core_whole, machine, subject).state == "ok"
    subject.gaps = ("the core is cut off",)
    assert one(cores.core_whole, machine, subject).state == "problem"
    subject.gaps, subject.warnings = (), ("the command line is cut",)
    assert [each.state for each in verdicts(cores.core_whole, machine, subject)] == ["note", "ok"]


# ---- tracing ------------------------------------------------------------------------------------


def test_tracing_is_tried(machine):
    assert one(tracing.tracing_works, machine).state == "ok"
    machine.refusal = "ptrace is not permitted"
    found = one(tracing.tracing_works, machine)
    assert found.state == "problem" and "ptrace is not permitted" in found.meaning


@pytest.mark.parametrize(
    ("scope", "capable", "state"),
    [("0", False, "ok"), ("1", False, "problem"), ("1", True, "ok"), ("2", False, "problem"),
     ("2", True, "ok"), ("3", True, "problem"), ("", False, "ok")],
)  # fmt: skip
def test_yama_decides_who_may_trace(machine, scope, capable, state):
    machine.write("/proc/sys/kernel/yama/ptrace_scope", scope)
    if capable:
        machine.capable()
    assert one(tracing.ptrace_scope, machine).state == state


def test_the_capability_counts_for_processes_of_others(machine, process):
    assert one(tracing.ptrace_capability, machine).state == "ok"
    machine.uid = 0
    assert command(one(tracing.ptrace_capability, machine)).endswith("--cap-add SYS_PTRACE …")
    machine.capable()
    assert one(tracing.ptrace_capability, machine).state == "ok"


def test_a_process_of_another_user_needs_root(process):
    assert one(tracing.ptrace_capability, process).state == "ok"
    process.uid = 1001
    assert command(one(tracing.ptrace_capability, process)) == "sudo atfault attach 4711"


def test_another_tracer_is_named(process):
    assert one(tracing.other_tracer, process).state == "ok"
    process.change("/proc/4711/status", "TracerPid:\t0", "TracerPid:\t99")
    process.write("/proc/99/comm", "gdb\n")
    found = one(tracing.other_tracer, process)
    assert found.state == "problem" and "gdb (99)" in found.meaning


def test_a_filter_of_system_calls_is_said(machine):
    assert one(tracing.seccomp, machine).state == "ok"
    machine.change("/proc/self/status", "Seccomp:\t0", "Seccomp:\t2")
    assert one(tracing.seccomp, machine).state == "note"


def test_a_process_in_another_container_is_said(process):
    assert one(tracing.namespaces, process).state == "ok"
    process.links["/proc/4711/ns/mnt"] = "mnt:[2]"
    found = one(tracing.namespaces, process)
    assert found.state == "note" and "set sysroot /proc/4711/root" in command(found)
    process.links["/proc/4711/ns/user"] = "user:[2]"
    assert one(tracing.namespaces, process).state == "problem"
    process.capable()
    assert one(tracing.namespaces, process).state == "note"
    process.links["/proc/4711/ns/user"] = ""
    assert one(tracing.namespaces, process).state == "unknown"


# ---- memory -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "state"),
    [
        (Room(8 << 30, 8 << 30), "ok"),
        (Room(64 << 20, 60 << 20), "note"),
        (Room(8 << 30, 1 << 20), "problem"),
        (None, "problem"),
    ],
)
def test_shared_memory_has_room(machine, room, state):
    machine.rooms.pop("/dev/shm")
    if room is not None:
        machine.rooms["/dev/shm"] = room
    assert one(memory.shared_memory, machine).state == state


@pytest.mark.parametrize("version", [1, 2])
def test_a_containers_memory_is_compared_with_what_is_used(machine, version):
    assert one(memory.memory_limit, machine).state == "ok"
    folder, names = "/sys/fs/cgroup/app", ("memory.max", "memory.current")
    machine.write("/proc/self/cgroup", "0::/app\n")
    if version == 1:
        folder, names = (
            "/sys/fs/cgroup/memory/app",
            ("memory.limit_in_bytes", "memory.usage_in_bytes"),
        )
        machine.write("/proc/self/cgroup", "4:cpu:/other\n3:memory:/app\n")
    machine.write(f"{folder}/{names[0]}", str(1 << 30))
    machine.write(f"{folder}/{names[1]}", str(1 << 29))
    assert one(memory.memory_limit, machine).state == "ok"
    machine.write(f"{folder}/memory.events", "low 0\noom_kill 2\n")
    assert one(memory.memory_limit, machine).state == "note"
    machine.write(f"{folder}/{names[1]}", str((1 << 30) - 4096))
    assert one(memory.memory_limit, machine).state == "problem"


def test_strict_accounting_is_in_the_way_when_all_is_promised(machine):
    assert one(memory.overcommit, machine).state == "ok"
    machine.write("/proc/sys/vm/overcommit_memory", "2")
    machine.write("/proc/meminfo", "CommitLimit:   1000 kB\nCommitted_AS:   100 kB\n")
    assert one(memory.overcommit, machine).state == "note"
    machine.write("/proc/meminfo", "CommitLimit:   1000 kB\nCommitted_AS:   990 kB\n")
    assert one(memory.overcommit, machine).state == "problem"


def test_more_threads_can_be_started(machine):
    assert one(memory.process_limit, machine).state == "ok"
    machine.change("/proc/self/limits", "100000   100000", "20   100000")
    assert one(memory.process_limit, machine).state == "problem"
    machine.write("/sys/fs/cgroup/pids.max", "100")
    machine.write("/sys/fs/cgroup/pids.current", "90")
    assert "container" in one(memory.process_limit, machine).meaning


def test_mappings_are_counted(process):
    assert one(memory.map_count, process).state == "ok"
    process.write("/proc/sys/vm/max_map_count", "10")
    assert one(memory.map_count, process).state == "problem"
    process.write("/proc/4711/maps", "")
    assert one(memory.map_count, process).state == "unknown"


# ---- symbols and gdb ----------------------------------------------------------------------------


def libraries(*modules: Module) -> Loaded:
    return Loaded(modules, TargetFiles())


def test_files_that_were_replaced_are_named(machine):
    found, _ = TargetFiles().find("/lib/x86_64-linux-gnu/libc.so.6")
    there = Module("/lib/libc.so.6", found, "", 0, 0, 0)
    gone = Module("/opt/libgeo.so", None, "", 0, 0, 0, problem="it is not here any more")
    sound = StandInSubject(machine, loaded=libraries(there), kind="process")
    assert one(symbols.replaced_files, machine, sound).state == "ok"
    wrong = StandInSubject(machine, loaded=libraries(there, gone), kind="process")
    verdict = one(symbols.replaced_files, machine, wrong)
    assert verdict.state == "problem" and "/opt/libgeo.so" in verdict.meaning
    none = StandInSubject(machine, loaded=Loaded((), TargetFiles(), "unreadable"), kind="process")
    assert one(symbols.replaced_files, machine, none).state == "unknown"


def test_libraries_without_lines_are_named(machine, tmp_path):
    files = TargetFiles()
    made = [
        compile_shared("int x() { return 1; }", tmp_path / name, *flags)
        for name, flags in (("libdebug.so", ("-g",)), ("libbare.so", ("-s",)))
    ]
    modules = [Module(path, files.find(path)[0], "", 0, 0, 0) for path in made]
    both = StandInSubject(machine, loaded=libraries(*modules))
    verdict = one(symbols.line_tables, machine, both)
    assert verdict.state == "note" and "libbare.so" in verdict.meaning
    assert "libdebug.so" not in verdict.meaning
    alone = StandInSubject(machine, loaded=libraries(modules[0]))
    assert one(symbols.line_tables, machine, alone).state == "ok"


def test_a_server_for_debug_files_needs_the_wish_as_well(machine):
    states = []
    for more in ({}, {"DEBUGINFOD_URLS": "https://d"}, {"ATFAULT_DOWNLOAD": "1"}):
        machine.environment |= more
        states.append(one(symbols.debuginfod, machine).state)
    assert states == ["note", "note", "ok"]


def test_what_few_need_is_said_to_be_missing_with_what_installs_it(machine):
    machine.extras = {"lines": "drgn"}
    found = {one.meaning.split(":")[0]: one for one in verdicts(packages.extras, machine)}
    assert found.pop("lines").state == "ok"
    missing = ("debug", "mcp", "dask", "zstd", "lz4")
    assert list(found) == [f"atfault[{one}] is not installed" for one in missing]
    assert {one.state for one in found.values()} == {"note"}
    debug = found["atfault[debug] is not installed"]
    assert debug.meaning.endswith("there is no `atfault debug`")
    assert debug.cure[0].command == "pip install 'atfault[debug]'"
    assert "install the program lz4" in found["atfault[lz4] is not installed"].cure[0].text


def test_gdb_is_looked_for(machine):
    assert one(symbols.gdb_there, machine).state == "note"
    machine.programs["gdb"] = "/usr/bin/gdb"
    machine.outputs["--version"] = "GNU gdb 13.1\nCopyright"
    assert one(symbols.gdb_there, machine).meaning == "GNU gdb 13.1"


@pytest.mark.parametrize(
    ("printed", "script", "state"),
    [
        ("Print the current python frame stack: py-bt", True, "ok"),
        ('Undefined command: "py-bt". … auto-loading has been declined by …', True, "note"),
        ('Undefined command: "py-bt".', False, "note"),
        ('Undefined command: "py-bt".', True, "unknown"),
    ],
)
def test_gdb_loads_the_interpreters_script_or_declines(machine, printed, script, state):
    program = "/opt/python/bin/python3.11"
    subject = StandInSubject(machine, PythonHome(program, (3, 11)))
    assert verdicts(symbols.gdb_scripts, machine, subject) == []
    machine.programs["gdb"] = "/usr/bin/gdb"
    machine.outputs[program] = printed
    if script:
        machine.write(f"{program}-gdb.py", "")
    assert one(symbols.gdb_scripts, machine, subject).state == state


# ---- packages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "state"),
    [
        (PythonHome(), "problem"),
        (PythonHome("/usr/bin/python", (3, 11), packages=("/x",)), "ok"),
        (PythonHome("/usr/bin/python", (3, 7), packages=("/x",)), "problem"),
        (PythonHome("/usr/bin/python", (3, 16), packages=("/x",)), "note"),
        (PythonHome("/usr/bin/python"), "unknown"),
    ],
)
def test_the_python_is_one_that_can_be_read(machine, home, state):
    assert one(packages.python_found, machine, StandInSubject(machine, home)).state == state


def environment(machine, folder) -> StandInSubject:
    record(folder)
    return StandInSubject(machine, PythonHome("/v/bin/python", (3, 11), packages=(str(folder),)))


def test_packages_that_do_not_fit_are_named_with_the_command(machine, tmp_path):
    folder = tmp_path / "site-packages"
    package(folder, "numba", "0.58.0", "numpy<1.27,>=1.22", "absent")
    package(folder, "numpy", "2.4.6")
    problem, note = verdicts(packages.requirements, machine, environment(machine, folder))
    assert problem.meaning.startswith("numba 0.58.0 asks for numpy<1.27")
    assert problem.meaning.endswith("and there is numpy 2.4.6")
    assert command(problem) == "/v/bin/python -m pip install --upgrade numba 'numpy==2.4.6'"
    assert note.state == "note" and "absent, which is not installed" in note.meaning


def test_packages_that_fit_are_no_matter(machine, tmp_path):
    folder = tmp_path / "site-packages"
    package(folder, "numba", "0.68.1", "numpy<2.6,>=1.22")
    package(folder, "numpy", "2.4.6")
    assert one(packages.requirements, machine, environment(machine, folder)).state == "ok"


DRIVER = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  {}  Tue\nGCC version: gcc 12"


@pytest.mark.parametrize(
    ("cuda", "driver", "device", "state"),
    [
        ("'12.8'", "570.86", True, "ok"),
        ("'12.8'", "570.86", False, "note"),
        ("'13.0'", "570.86", True, "problem"),
        ("'12.8'", "", True, "note"),
        ("None", "570.86", True, "note"),
        ("None", "", True, "ok"),
    ],
)
def test_the_driver_serves_torchs_cuda_or_not(machine, tmp_path, cuda, driver, device, state):
    folder = tmp_path / "site-packages"
    text = f"__version__ = '2.13.0'\ncuda: Optional[str] = {cuda}\n"
    (package(folder, "torch", "2.13.0") / "version.py").write_text(text)
    if driver:
        machine.write("/proc/driver/nvidia/version", DRIVER.format(driver))
    if device:
        machine.write("/dev/nvidiactl", "")
    assert one(packages.cuda_driver, machine, environment(machine, folder)).state == state


def test_two_kinds_of_openmp_in_one_process_are_in_the_way(machine):
    intel, llvm, gnu = (
        Module(f"/v/{name}", None, "", 0, 0, 0)
        for name in ("libiomp5.so", "libomp.so", "libgomp.so.1")
    )

    def state(*modules: Module, kind: str = "process") -> str:
        subject = StandInSubject(machine, loaded=libraries(*modules), kind=kind)
        return one(packages.openmp, machine, subject).state

    assert state(intel) == state() == "ok"
    assert state(intel, gnu) == "note"
    assert state(intel, llvm) == "problem"


def test_two_copies_of_blas_are_said(machine):
    copies = [
        Module(f"/v/{name}", None, "", 0, 0, 0)
        for name in ("libscipy_openblas64_-6bb31eeb.so", "libopenblas.so.0")
    ]
    both = StandInSubject(machine, loaded=libraries(*copies), kind="process")
    assert one(packages.blas, machine, both).state == "note"
    alone = StandInSubject(machine, loaded=libraries(copies[0]), kind="process")
    assert one(packages.blas, machine, alone).state == "ok"
