"""`atfault`: finds the subcommand, runs it, and turns every failure into one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from atfault import lazy
from atfault.arch.host import require_supported
from atfault.cli.command import HELP, Command, HelpAsked, Parser
from atfault.cli.output import put
from atfault.cli.statuses import BROKEN_PIPE, INTERRUPTED, OK, WRONG_USAGE
from atfault.contained import DEBUG, PLEASE_REPORT, PRINT, RAISE, place_of
from atfault.errors import AtfaultError, UsageError
from atfault.report.escape import clean
from atfault.version import __version__

COMMANDS = {
    "run": "atfault.cli.run:Run",
    "core": "atfault.cli.core:Core",
    "attach": "atfault.cli.attach:Attach",
    "stress": "atfault.cli.stress:Stress",
    "numba": "atfault.cli.numba:Numba",
    "explain": "atfault.cli.explain:Explain",
    "debug": "atfault.cli.debug:Debug",
    "ranks": "atfault.cli.ranks:Ranks",
    "jupyter": "atfault.cli.jupyter:Jupyter",
    "handler": "atfault.cli.handler:Handler",
    "doctor": "atfault.cli.doctor:Doctor",
    "show": "atfault.cli.show:Show",
    "list": "atfault.cli.list_:List",
    "export": "atfault.cli.export:Export",
    "mcp": "atfault.cli.mcp:Mcp",
    "skill": "atfault.cli.skill:Skill",
}
"""Name of a subcommand → its class, in the order of the help."""
EXAMPLES = (
    ("atfault run train.py --epochs 3", "a program that crashes"),
    ("atfault core core.4711", "a core file"),
    ("atfault attach 4711", "a process that hangs"),
    ("atfault stress model.py:predict --setup make_input", "a callable, from many threads"),
    ("make 2>&1 | atfault explain -", "the log of a build that failed"),
    ("atfault explain --module torchvision", "an import that fails"),
    ("atfault debug train.py", "a debugger for Python and native code, for your editor"),
    ("atfault ranks /tmp/nccl_trace_rank_*", "which rank of a job of many processes is at fault"),
    ("sudo atfault handler install", "crashes that nobody waits for: of services, in containers"),
    ("atfault doctor", "what is in the way on this machine"),
    ("atfault show", "the latest report again"),
)
SWITCH, SWITCHED = "ATFAULT", "watched"
"""What atfault_probe/switch.py sets."""


def main(argv: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit code of the contract."""
    try:
        return _dispatch(list(argv))
    except AtfaultError as error:
        _complain(str(error))
        return error.exit_code
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(DEBUG) in (PRINT, RAISE):
            raise
        _complain(_unexpected(error))
        return WRONG_USAGE


def _dispatch(argv: list[str]) -> int:
    if not argv:
        raise UsageError(f"a COMMAND is wanted: {', '.join(COMMANDS)} (atfault --help)")
    name, rest = argv[0], argv[1:]
    if name == "help" and rest:
        name, rest = rest[0], ["--help"]
    if name in COMMANDS:
        return _run(name, rest)
    if name in ("-h", "--help", "help"):
        put(_overview())
        return OK
    if name in ("-V", "--version"):
        put(f"atfault {__version__}\n")
        return OK
    raise UsageError(_no_such_command(name))


def command(name: str) -> Command:
    """The subcommand `name`; the module of no other is imported."""
    made: Command = lazy.load(COMMANDS[name])()
    return made


def _run(name: str, argv: list[str]) -> int:
    is_switched = os.environ.get(SWITCH) == SWITCHED and name == "run" and "--" in argv
    try:
        chosen = command(name)
        args = Parser(chosen).parse(argv)
        if chosen.looks_inside:
            require_supported()
    except HelpAsked as asked:
        put(str(asked))
        return OK
    except Exception as error:
        if is_switched:
            _run_unwatched(argv[argv.index("--") + 1 :], error)
        raise
    try:
        return chosen.run(args)
    except UsageError as error:  # which comes before the program has begun
        if is_switched:
            _run_unwatched(argv[argv.index("--") + 1 :], error)
        raise


def _run_unwatched(program: list[str], error: Exception) -> None:
    """What somebody else has started, and ATFAULT=1 brought here, is run in any case."""
    told = str(error) if isinstance(error, AtfaultError) else _unexpected(error)
    _complain(f"{told}; the program runs unwatched")
    try:
        os.execvp(program[0], program)
    except OSError:
        return  # which says so itself


def _overview() -> str:
    rows = [(name, command(name).summary) for name in COMMANDS]
    words = lazy.load(HELP)
    out = [
        f"atfault {__version__}: which line of a Python program is at fault for its crash or hang",
        "",
        "usage: atfault COMMAND [OPTIONS] ...",
        "",
        *words.table(rows),
        "",
        "examples:",
        *words.table(EXAMPLES),
        "",
        "atfault COMMAND --help shows the options of a command and more examples.",
    ]
    return "\n".join(out) + "\n"


def _no_such_command(name: str) -> str:
    """One line that guesses what was meant."""
    if name.startswith("-"):
        return f"no option {name} here: options follow a command; atfault --help shows both"
    if name.endswith(".py") or name in ("python", "python3"):
        return f"no command {name!r}; to run a program: atfault run {name}"
    if os.path.isfile(name):
        return f"no command {name!r}; {lazy.load(HELP).for_file(name)}"
    near = lazy.load(HELP).closest(name, COMMANDS)
    if near:
        return f"no command {name!r}; did you mean {near}? (atfault --help)"
    return f"no command {name!r}; there are: {', '.join(COMMANDS)} (atfault --help)"


def _unexpected(error: Exception) -> str:
    """An error that nobody raised on purpose, with the place of it, on one line."""
    return f"internal error at {place_of(error)}: {type(error).__name__}: {error}; {PLEASE_REPORT}"


def _complain(message: str) -> None:
    try:
        sys.stderr.write(f"atfault: {clean(message)}\n")
    except (OSError, ValueError, AttributeError):
        pass  # nobody to complain to


def _forget_stdout() -> None:
    """Keep the interpreter from flushing into the broken pipe once more."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
