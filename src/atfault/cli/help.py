"""The help of the command line, made from the tables of `options`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.cli.options import Command, Option

HELP_WIDTH = 90


def usage(command: Command) -> str:
    """For example "atfault core [OPTIONS] CORE [EXECUTABLE]"."""
    parts = ["atfault", command.name]
    if command.options:
        parts.append("[OPTIONS]")
    for positional in command.positionals:
        if positional.rest:
            parts.append(f"[--] {positional.name} [ARG...]")
        else:
            parts.append(positional.name if positional.required else f"[{positional.name}]")
    return " ".join(parts)


def help_text(command: Command) -> str:
    """The help of one subcommand."""
    out = [f"usage: {usage(command)}", "", *_wrapped(command.description, 0), ""]
    if command.positionals:
        out += [*_table([(p.name, p.help) for p in command.positionals]), ""]
    out += ["options:", *_table([_option_row(option) for option in command.options]), ""]
    out += ["examples:", *_table(list(command.examples))]
    return "\n".join(out) + "\n"


def overview(commands: list[Command], version: str) -> str:
    """The help of the program."""
    out = [
        f"atfault {version}: which line of a Python program is at fault for its crash or hang",
        "",
        "usage: atfault COMMAND [OPTIONS] ...",
        "",
        *_table([(command.name, command.summary) for command in commands]),
        "",
        "examples:",
        *_table([command.examples[0] for command in commands]),
        "",
        "atfault COMMAND --help shows the options of a command and more examples.",
    ]
    return "\n".join(out) + "\n"


def _option_row(option: Option) -> tuple[str, str]:
    flags = ", ".join(option.flags)
    return (f"{flags} {option.value}" if option.value else flags), option.help


def _table(rows: list[tuple[str, str]]) -> list[str]:
    left = min(max(len(name) for name, _ in rows), 40)
    lines = []
    for name, text in rows:
        wrapped = _wrapped(text, left + 4)
        if len(name) > left:
            lines += [f"  {name}", " " * (left + 4) + wrapped[0]]
        else:
            lines.append(f"  {name:<{left}}  {wrapped[0]}")
        lines += [" " * (left + 4) + line for line in wrapped[1:]]
    return lines


def _wrapped(text: str, indent: int) -> list[str]:
    """Words filled into lines that fit beside the indentation."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > HELP_WIDTH - indent:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines
