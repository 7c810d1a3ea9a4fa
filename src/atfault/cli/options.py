"""The options of the command line as tables, with the parser made from them. (The help: `help`.)

argparse would cost a quarter of the time in which a small core is explained, and answers a mistake
with several lines where one is promised.
"""

from __future__ import annotations

from typing import NamedTuple

from atfault.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from atfault.options import Options

HELP_FLAGS = ("-h", "--help")


class Option(NamedTuple):
    """One option; without `value` it is a switch."""

    flags: tuple[str, ...]
    """The first that begins with two dashes names it in Arguments: --no-lines → no_lines."""
    help: str
    value: str = ""
    """What the help calls its value: "FILE"."""
    choices: tuple[str, ...] = ()
    default: Any = None
    """Of an option with a value; a switch is False until given."""
    convert: Callable[[str], Any] | None = None
    """Text to value; raises ValueError for what it does not take."""

    @property
    def name(self) -> str:
        long = next((flag for flag in self.flags if flag.startswith("--")), self.flags[0])
        return long.lstrip("-").replace("-", "_")


class Positional(NamedTuple):
    """One argument without a flag."""

    name: str
    """As the help shows it; lower-case in Arguments."""
    help: str
    required: bool = True
    rest: bool = False
    """Takes all that is left, options included: a command with its own arguments."""
    starts: tuple[str, ...] = ()
    """Words like -m that begin the rest although they look like options of ours."""


class Command(NamedTuple):
    """One subcommand."""

    name: str
    summary: str
    """Half a line, for the list of commands."""
    description: str
    positionals: tuple[Positional, ...]
    options: tuple[Option, ...]
    examples: tuple[tuple[str, str], ...]
    """(what to type, what it does)."""


class Arguments:
    """What was given on the command line, an attribute an option or positional."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


JSON = Option(("--json",), "also write the report as JSON to FILE; - is standard output", "FILE")
HTML = Option(("--html",), "also write the report as one HTML page to FILE", "FILE")
COLOR = Option(
    ("--color",),
    "colours: auto (on a terminal), always or never",
    "WHEN",
    choices=("auto", "always", "never"),
    default="auto",
)
VERBOSE = Option(("-v", "--verbose"), "show all: idle threads, inner frames, every local")
NO_LOCALS = Option(("--no-locals",), "leave out the values of local variables")
NO_LINES = Option(("--no-lines",), "leave out native file:line and inlined frames: faster")
SYSROOT = Option(("--sysroot",), "read the target's files below DIR (cores of containers)", "DIR")
SHOW_SECRETS = Option(
    ("--show-secrets",), "do not mask values whose names look like secrets (password, token …)"
)
RENDERING = (JSON, HTML, COLOR, VERBOSE)
ANALYSIS = (NO_LOCALS, NO_LINES, SYSROOT, SHOW_SECRETS)
COMMON = RENDERING + ANALYSIS
"""Of every command that makes a report."""


def analysis_options(args: Arguments) -> Options:
    """The `atfault.options.Options` that the ANALYSIS and RENDERING options ask for. Raises
    AccessError or UsageError for those that cannot work."""
    from atfault.options import Options

    if args.json is not None or args.html is not None:
        from atfault.cli.output import check_files

        check_files(args)
    if args.sysroot is not None:
        import os

        if not os.path.isdir(args.sysroot):
            raise UsageError(f"--sysroot {args.sysroot}: no such folder")
    return Options(
        locals=not args.no_locals,
        lines=not args.no_lines,
        sysroot=args.sysroot,
        mask_secrets=not args.show_secrets,
        verbose=args.verbose,
    )


def parse(command: Command, argv: list[str]) -> Arguments | None:
    """The arguments after the subcommand's name; None when help is asked for. Raises UsageError."""
    values = {o.name: o.default if o.value else False for o in command.options}
    flags = {flag: option for option in command.options for flag in option.flags}
    rest = next((p for p in command.positionals if p.rest), None)
    given: list[str] = []
    at = 0
    while at < len(argv):
        word = argv[at]
        at += 1
        if word == "--":
            given += argv[at:]
            break
        if word[:1] != "-" or word == "-" or (rest is not None and word in rest.starts):
            given.append(word)
            if rest is not None and len(given) >= len(command.positionals):
                given += argv[at:]
                break
            continue
        if word in HELP_FLAGS:
            return None
        flag, equals, value = word.partition("=")
        option = flags.get(flag)
        if option is None:
            raise UsageError(_unknown_option(command, flag, flags))
        if not option.value:
            if equals:
                raise UsageError(f"{command.name}: {flag} takes no value")
            values[option.name] = True
            continue
        if not equals:
            if at == len(argv):
                raise UsageError(f"{command.name}: {flag} needs a value: {flag} {option.value}")
            value = argv[at]
            at += 1
        values[option.name] = _converted(command, option, flag, value)
    _bind(command, given, values)
    return Arguments(**values)


def _bind(command: Command, given: list[str], values: dict[str, Any]) -> None:
    """Hand out the positional arguments."""
    for index, positional in enumerate(command.positionals):
        if positional.required and index >= len(given):
            raise _misused(command, f"{positional.name} is missing")
        if positional.rest:
            values[positional.name.lower()] = given[index:]
            return
        values[positional.name.lower()] = given[index] if index < len(given) else None
    extra = given[len(command.positionals) :]
    if extra:
        raise _misused(command, f"one argument too many: {extra[0]!r}")


def _misused(command: Command, why: str) -> UsageError:
    from atfault.cli.help import usage

    return UsageError(f"{command.name}: {why}; usage: {usage(command)}")


def _converted(command: Command, option: Option, flag: str, value: str) -> Any:
    if option.choices and value not in option.choices:
        raise UsageError(f"{command.name}: {flag} is one of {', '.join(option.choices)}: {value!r}")
    if option.convert is None:
        return value
    try:
        return option.convert(value)
    except ValueError:
        raise UsageError(f"{command.name}: {flag} takes {option.value}, not {value!r}") from None


def _unknown_option(command: Command, flag: str, flags: dict[str, Option]) -> str:
    near = [known for known in flags if known.startswith(flag)] if len(flag) > 2 else []
    hint = f"did you mean {near[0]}?" if near else f"atfault {command.name} --help lists them"
    return f"{command.name}: no option {flag}; {hint}"
