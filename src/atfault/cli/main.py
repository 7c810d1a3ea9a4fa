"""`atfault`: finds the subcommand, runs it, and turns every failure into one line."""

from __future__ import annotations

import os
import sys

from atfault.errors import AtfaultError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from atfault.cli.options import Arguments, Command

    class CommandModule(Protocol):
        COMMAND: Command

        def run(self, args: Arguments) -> int: ...


COMMANDS = {
    "run": "run",
    "core": "core",
    "attach": "attach",
    "stress": "stress",
    "show": "show",
    "list": "list_",
}
"""Name of a subcommand → its module in this package, in the order of the help."""
INTERRUPTED = 130
BROKEN_PIPE = 141
INTERNAL_ERROR = 2


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
        if os.environ.get("ATFAULT_DEBUG") == "1":
            raise
        _complain(_unexpected(error))
        return INTERNAL_ERROR


def _dispatch(argv: list[str]) -> int:
    if not argv:
        sys.stderr.write(_overview())
        return UsageError.exit_code
    name = argv[0]
    if name in COMMANDS:
        return _run(_module(name), argv[1:])
    if name in ("-h", "--help", "help"):
        if len(argv) > 1 and argv[1] in COMMANDS:
            return _run(_module(argv[1]), ["--help"])
        _put(_overview())
        return 0
    if name in ("-V", "--version"):
        from atfault import __version__

        _put(f"atfault {__version__}\n")
        return 0
    raise UsageError(_no_such_command(name))


def _run(module: CommandModule, argv: list[str]) -> int:
    from atfault.cli.options import parse

    args = parse(module.COMMAND, argv)
    if args is None:
        from atfault.cli.help import help_text

        _put(help_text(module.COMMAND))
        return 0
    return module.run(args)


def _put(text: str) -> None:
    from atfault.cli.output import put

    put(text)


def _module(name: str) -> CommandModule:
    """The module of one subcommand; no other is imported."""
    module = f"atfault.cli.{COMMANDS[name]}"
    __import__(module)
    return sys.modules[module]


def _overview() -> str:
    from atfault import __version__
    from atfault.cli.help import overview

    return overview([_module(name).COMMAND for name in COMMANDS], __version__)


def _no_such_command(name: str) -> str:
    """One line that guesses what was meant."""
    if name.startswith("-"):
        return f"no option {name} here: options follow a command; atfault --help shows both"
    if name.endswith(".py") or name in ("python", "python3"):
        return f"no command {name!r}; to run a program: atfault run {name}"
    if os.path.isfile(name):
        return f"no command {name!r}; to explain a core file: atfault core {name}"
    return f"no command {name!r}; there are: {', '.join(COMMANDS)} (atfault --help)"


def _unexpected(error: Exception) -> str:
    """An error that nobody raised on purpose, with the place of it, on one line."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" at {os.path.basename(code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return (
        f"internal error{place}: {type(error).__name__}: {error}; "
        "please report it, with the output of the same command under ATFAULT_DEBUG=1"
    )


def _complain(message: str) -> None:
    from atfault.report.escape import clean

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
