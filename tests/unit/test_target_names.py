"""Nothing opens what a target names but snapshot/target_files.py.

Every other call that takes a path, in the code that looks at targets, is listed here with what its
path is. A new one fails this test: open the file through `Snapshot.files`, or say here why its name
is not the target's.
"""

from __future__ import annotations

import ast
import os

from support.own_sources import modules

LOOKING = (
    "analyze",
    "compose",
    "cpython",
    "decode",
    "diagnose",
    "formats",
    "native",
    "runtimes",
    "snapshot",
    "source.py",
    "stacks",
)
"""What sees names that come from a target."""
IN_OS = frozenset(
    "open stat lstat access readlink listdir scandir listxattr getxattr statvfs unlink remove"
    " rename replace mkdir makedirs chmod chown truncate utime link symlink".split()
)
IN_PATH = frozenset(
    "exists lexists isfile isdir islink ismount realpath getsize getmtime getctime samefile".split()
)
BY_NAME = frozenset(("open", "FileIO"))
IN_MODULES = {
    "zipfile": {"is_zipfile"},
    "linecache": {"getline", "getlines", "updatecache"},
    "tokenize": {"open"},
    "io": {"open", "FileIO", "open_code"},
    "shutil": {"copy", "copyfile", "copy2", "copytree", "rmtree", "which", "move"},
}
ANYTHING = {
    "analyze/text.py": "whether the text that the user named is a file",
    "decode/imports/loader.py": "of our own user: nobody else can hand over exceptions",
    "decode/imports/loading.py": "likewise",
    "decode/given_text.py": "headers in our own include folders, limits of control groups",
    "decode/imports/failures.py": "likewise",
    "decode/imports/cmake_checks.py": "the folder of our user's log; files through GivenFiles",
    "decode/imports/submodules.py": "folders of our own user's project; files through GivenFiles",
    "decode/kernel_line.py": "files of a name where our own programs and libraries lie",
    "decode/imports/surroundings.py": "likewise",
    "decode/imports/distributions.py": "packages of the environment that it ran in",
    "decode/imports/python_home.py": "the interpreter, and the folders beside it",
    "decode/plain_files.py": "the metadata of those; regular files alone",
    "snapshot/tracing/probe_folder.py": "our own private folder",
    "snapshot/tracing/privileges.py": "rights of a file that is being run; opens nothing",
    "snapshot/tracing/stderr_tail.py": "our own standard error",
    "snapshot/tracing/terminal.py": "our own terminal",
    "snapshot/target_files.py": "the one place",
    "snapshot/core_form.py": "attributes of a core that the user names",
    "snapshot/kept_cores.py": "the folders of systemd-coredump and apport",
    "snapshot/procfs.py": "files of /proc, by number",
    "snapshot/tracing/oom.py": "files of the kernel's: control groups, /dev/kmsg",
    "snapshot/tracing/fallback.py": "the core that the kernel wrote, and a pipe of our own",
}
"""Files in which every call will do, and whose the names are."""
LISTED = {
    ("analyze/process.py", "_started", "open"): "/proc/PID/stat",
    ("analyze/process.py", "written", "os.stat"): "the core that the user named",
    ("analyze/ranks.py", "_opened", "os.open"): "what the user named, or lies in such a folder",
    ("analyze/ranks.py", "read", "os.stat"): "what the user named",
    ("cpython/offsets/__init__.py", "_table", "open"): "a file of our own package",
    ("decode/environment.py", "_distributions", "os.listdir"): "/proc/self/fd/N",
    ("decode/state.py", "_cpu_features", "open"): "/proc/cpuinfo",
    ("diagnose/plugins.py", "_folders", "os.stat"): "folders that atfault is imported from",
    ("diagnose/plugins.py", "_names_in", "os.listdir"): "folders that atfault is imported from",
    ("diagnose/plugins.py", "_names_it", "open"): "packages installed beside atfault",
    ("formats/zstd.py", "unpacked_by_program", "shutil.which"): "zstd and lz4, on PATH",
    ("formats/zstd.py", "_by_program", "open"): "memory of our own, as a file",
    ("native/debug_files.py", "fetch_debug_file", "os.unlink"): "our cache",
    ("native/confined.py", "_run", "os.open"): "/dev/null",
    ("native/confined.py", "_limit", "open"): "/proc/self/statm",
    ("native/confined.py", "_state_of", "open"): "/proc/PID/stat",
    ("snapshot/compressed_core.py", "_stream", "open"): "the core that the user named, opened",
    ("snapshot/compressed_core.py", "_temporary_file", "os.open"): "our temporary file",
    ("snapshot/compressed_core.py", "_temporary_file", "os.unlink"): "our temporary file",
    ("snapshot/compressed_core.py", "_kept", "os.statvfs"): "our temporary file",
    ("snapshot/core_form.py", "_open", "os.open"): "the core that the user named",
    ("snapshot/core_form.py", "_why_missing", "os.readlink"): "the core that the user named",
    ("snapshot/family.py", "_children_by_scan", "os.listdir"): "/proc",
    ("snapshot/family.py", "children", "os.path.exists"): "/proc/PID/task/TID/children",
    ("snapshot/fds.py", "_descriptors", "os.listdir"): "/proc/PID/fd",
    ("snapshot/fds.py", "_descriptors", "os.readlink"): "/proc/PID/fd/N",
    ("snapshot/fds.py", "pipe_fill", "os.open"): "/proc/PID/fd/N, once it is known for a pipe",
    ("snapshot/live.py", "open_memory", "os.open"): "/proc/PID/mem",
    ("native/debug_lines.py", "_is_our_root", "os.path.samefile"): "/proc/PID/root of a process",
    ("snapshot/mounts.py", "check", "os.open"): "O_PATH: the way to a file of TargetFiles",
    ("snapshot/mounts.py", "check", "os.readlink"): "the links on that way",
    ("snapshot/mounts.py", "_answers", "os.open"): "O_PATH: where something is mounted, in a child",
    ("snapshot/mounts.py", "_answers", "os.statvfs"): "likewise",
    ("snapshot/mounts.py", "_is_read", "os.open"): "O_PATH, and a plain file there, in that child",
    ("snapshot/mounts.py", "_of", "open"): "/proc/PID/mountinfo",
    ("snapshot/mounts.py", "_present_parts", "os.open"): "/proc/PID/pagemap",
    ("snapshot/process_files.py", "_user_namespace", "os.readlink"): "/proc/PID/ns/user",
    ("snapshot/shared_memory.py", "_find_holders", "os.listdir"): "/proc",
    ("snapshot/shared_memory.py", "_find_open", "os.listdir"): "/proc/PID/fd",
    ("snapshot/shared_memory.py", "_find_open", "os.stat"): "/proc/PID/fd/N",
    ("snapshot/shared_memory.py", "_hold", "os.stat"): "/proc/PID/fd/N, /proc/PID/map_files",
    ("snapshot/shared_memory.py", "_named", "os.scandir"): "what TargetFiles.folder opened",
    ("snapshot/shared_memory.py", "look", "os.stat"): "what TargetFiles.folder opened",
    ("snapshot/shared_memory.py", "look", "os.statvfs"): "what TargetFiles.folder opened",
    ("snapshot/target.py", "_unreadable", "open"): "/proc/PID/maps",
    ("snapshot/target.py", "is_closed", "os.lstat"): "/proc/PID/fd/N",
    ("snapshot/target.py", "is_closed", "os.path.exists"): "/proc/PID/fd",
    ("snapshot/target.py", "check", "os.path.exists"): "/proc/PID",
    ("snapshot/tracing/crashes.py", "_read_stack", "os.open"): "/proc/TID/mem",
    ("snapshot/tracing/front.py", "__init__", "os.open"): "/dev/null",
    ("snapshot/tracing/front.py", "_open_files", "os.listdir"): "/proc/self/fd",
    ("snapshot/tracing/launch.py", "keep_standard_numbers", "os.open"): "/dev/null",
    ("snapshot/tracing/programs.py", "of", "os.stat"): "/proc/PID/exe",
    ("snapshot/tracing/launch.py", "_is_text", "os.open"): "the program that the user named",
}
"""(file, function, call) → whose name it opens."""


def calls() -> set[tuple[str, str, str]]:
    """(file, function, what it calls) of every call that takes a path."""
    return {
        (module.path, function, name)
        for module in modules()
        if module.path.split(os.sep)[0] in LOOKING
        for function, called in module.calls
        if (name := named(called))
    }


def named(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id if function.id in BY_NAME else ""
    if not isinstance(function, ast.Attribute):
        return ""
    name, owner = function.attr, ast.unparse(function.value)
    if owner == "os":
        return f"os.{name}" if name in IN_OS else ""
    if owner == "os.path":
        return f"os.path.{name}" if name in IN_PATH else ""
    if owner in IN_MODULES:
        return f"{owner}.{name}" if name in IN_MODULES[owner] else ""
    return name if name in ("read_text", "read_bytes", "is_module_file") else ""


def test_only_one_place_opens_what_a_target_names() -> None:
    found = sorted(call for call in calls() - set(LISTED) if call[0] not in ANYTHING)
    assert not found, "open it through Snapshot.files: " + "; ".join(map(str, found))


def test_the_list_holds_nothing_that_is_gone() -> None:
    assert set(LISTED) - calls() == set()
    assert set(ANYTHING) - {module.path for module in modules()} == set()


def test_what_opens_a_file_is_seen() -> None:
    for text in ("open(x)", "os.open(x, 0)", "os.path.isfile(x)", "io.open(x)", "p.read_text()"):
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call) and named(call.func)
