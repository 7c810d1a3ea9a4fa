"""`atfault core`: explain a core file."""

from __future__ import annotations

from atfault.cli.options import COMMON, Arguments, Command, Positional, analysis_options

COMMAND = Command(
    name="core",
    summary="explain a core file",
    description=(
        "Explains what a Python process died of, from the core file it left: the cause, your line "
        "that led to it, and every thread's stack with Python and native frames in one. Reads "
        "plain cores and those compressed with gzip, zstd, xz or lz4."
    ),
    positionals=(
        Positional("CORE", "the core file"),
        Positional("EXECUTABLE", "the program; found from the core itself if left out", False),
    ),
    options=COMMON,
    examples=(
        ("atfault core core.4711", "explain it"),
        ("atfault core core.4711.zst --json -", "the same as JSON, for a script"),
        (
            "atfault core core --sysroot /mnt/container",
            "a core from a container or another machine",
        ),
        ("atfault core core --no-lines", "names only, at once"),
    ),
)


def run(args: Arguments) -> int:
    import gc
    import sys

    gc.disable()  # short-lived, and what it builds holds no cycles
    from atfault.analyze import analyze_core
    from atfault.cli.output import emit

    report = analyze_core(args.core, args.executable, analysis_options(args))
    emit(report, args, sys.stdout)
    return 0
