"""`atfault jupyter`: a kernel that explains its death.

The kernel spec of a kernel that is watched: ipykernel's own, with `atfault run` before it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from typing import Any, NamedTuple

from atfault import lazy
from atfault.cli.command import Parser
from atfault.cli.output import put
from atfault.cli.statuses import OK, USAGE
from atfault.errors import AccessError, InputError, UsageError
from atfault.report.escape import clean

NONE_INSTALLED = 1
ACTIONS = ("install", "remove", "status")
SPEC_NAME = "atfault"
_RUN = ("-m", "atfault", "run", "--jupyter")
_SWITCH = {"ATFAULT": "watched"}
"""As a program that is watched already finds it (atfault_probe.switch); and where it cannot be, it
runs unwatched."""


class Jupyter:
    name = "jupyter"
    summary = "a kernel for notebooks that explains its death"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] install|remove|status",
            description=(
                "install adds a kernel to those that JupyterLab, VS Code and nbconvert offer: "
                "ipykernel's, for this Python, under watch. When it dies, the cell that it was "
                "executing shows which line was at fault, and why; so does the server's log. "
                "Everything else is as with ipykernel's own.\n\n"
                "remove takes it away again, and status says which are installed. A kernel that "
                "hangs: atfault attach --jupyter."
            ),
            examples=(
                ("atfault jupyter install", "a kernel 'Python 3 (atfault)', for this user"),
                ("atfault jupyter install --sys-prefix", "for this environment alone"),
                (
                    "jupyter nbconvert --to notebook --execute --ExecutePreprocessor.kernel_name="
                    "atfault heat.ipynb",
                    "run a notebook with it",
                ),
                ("atfault jupyter remove", "as if it had never been there"),
            ),
            statuses=(
                (str(OK), "done; of status: one is installed"),
                (str(NONE_INSTALLED), "of status: none is"),
                USAGE,
            ),
        )
        parser.add_argument(
            "action", metavar="|".join(ACTIONS), choices=ACTIONS, help="what is to be done"
        )
        parser.add_argument(
            "--name",
            metavar="NAME",
            default=SPEC_NAME,
            help=f"of the kernel, for several environments (default: {SPEC_NAME})",
        )
        parser.add_argument(
            "--display-name", metavar="TEXT", help="what notebooks call it", default=""
        )
        where = parser.add_mutually_exclusive_group()
        where.add_argument(
            "--user", action="store_true", help="for this user, wherever Jupyter runs: the default"
        )
        where.add_argument(
            "--sys-prefix",
            action="store_true",
            help="for the environment of this Python alone",
        )
        where.add_argument(
            "--prefix", metavar="DIR", default="", help="for the environment in DIR alone"
        )

    def run(self, args: argparse.Namespace) -> int:
        prefix = sys.prefix if args.sys_prefix else os.path.abspath(args.prefix or "/")
        if not (args.sys_prefix or args.prefix):
            prefix = ""
        if prefix and not os.path.isdir(prefix):
            raise UsageError(f"jupyter: --prefix {prefix}: no such folder")
        if args.action == "install":
            made = install(args.name, args.display_name, prefix)
            put(_installed(made))
            return OK
        if args.action == "remove":
            put(f"removed kernel {clean(args.name)} from {clean(remove(args.name, prefix))}\n")
            return OK
        return _status(prefix)


def _installed(made: Spec) -> str:
    return (
        f"kernel {clean(made.name)} is in {clean(made.folder)}\n"
        f'choose "{clean(made.display_name)}" in a notebook; to undo it: atfault jupyter remove'
        f"{'' if made.name == SPEC_NAME else f' --name {clean(made.name)}'}\n"
    )


def _status(prefix: str) -> int:
    found = installed(prefix)
    if not found:
        put("no kernel of atfault's is installed: atfault jupyter install\n")
        return NONE_INSTALLED
    for one in found:
        broken = " (there is no such Python any more: install or remove it)" * one.is_broken
        put(
            f'{clean(one.name)}  "{clean(one.display_name)}"  {clean(one.folder)}\n'
            f"  starts {clean(one.python)}{broken}\n"
        )
    return OK


class Missing(InputError):
    """A package that is wanted is not installed here."""


class Spec(NamedTuple):
    """One that is installed. python: the interpreter that it starts."""

    name: str
    display_name: str
    folder: str
    python: str

    @property
    def is_broken(self) -> bool:
        """Whether there is no such interpreter any more."""
        return shutil.which(self.python) is None


def argv(kernel: list[str], python: str = sys.executable) -> list[str]:
    """The command line of a kernel under watch. kernel: its own."""
    # What the folder of the notebook holds, or is called, is none of ours.
    isolated = ["-P"] if sys.version_info >= (3, 11) else []
    return [python, *isolated, *_RUN, "{connection_file}", "--", *kernel]


def install(name: str = SPEC_NAME, display_name: str = "", prefix: str = "") -> Spec:
    """Write it, over one of that name. prefix: of an environment; "": for this user, wherever
    Jupyter runs. Raises Missing, AccessError, InputError."""
    of_ipykernel = _wanted("ipykernel.kernelspec")
    manager = _manager(prefix)
    known = _specs(manager).get(name)
    if known is not None and not _is_ours(known.argv):
        raise InputError(
            f"there is a kernel {name} which is not atfault's, in {known.resource_dir}; "
            "--name NAME gives another name"
        )
    title = display_name or _title(name)
    made = of_ipykernel.get_kernel_dict()
    overrides = {
        "argv": argv(made["argv"]),
        "display_name": title,
        "env": {**made.get("env", {}), **_SWITCH},
    }
    source = of_ipykernel.write_kernel_spec(overrides=overrides)
    try:
        folder = manager.install_kernel_spec(
            source, kernel_name=name, user=not prefix, prefix=prefix or None
        )
    except OSError as error:
        where = prefix or "the folder of this user"
        raise AccessError(f"cannot install kernel {name} in {where}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"kernel {name}: {error}") from None
    finally:
        shutil.rmtree(os.path.dirname(source), ignore_errors=True)
    return Spec(name, title, folder, sys.executable)


def remove(name: str = SPEC_NAME, prefix: str = "") -> str:
    """Remove one of ours; the folder that it was in. Raises Missing, AccessError, InputError."""
    manager = _manager(prefix)
    known = _specs(manager).get(name)
    if known is None:
        where = f" below {prefix}" if prefix else ""
        raise InputError(f"there is no kernel {name}{where}; atfault jupyter status lists them")
    if not _is_ours(known.argv):
        raise InputError(f"kernel {name} in {known.resource_dir} is not atfault's: it stays")
    try:
        shutil.rmtree(known.resource_dir)
    except OSError as error:
        raise AccessError(f"cannot remove {known.resource_dir}: {error.strerror}") from None
    return str(known.resource_dir)


def installed(prefix: str = "") -> list[Spec]:
    """All of ours that Jupyter finds, by name. Raises Missing."""
    return [
        Spec(name, spec.display_name, spec.resource_dir, spec.argv[0])
        for name, spec in sorted(_specs(_manager(prefix)).items())
        if _is_ours(spec.argv)
    ]


def _title(name: str) -> str:
    return f"Python {sys.version_info[0]} ({name})"


def _is_ours(command: list[str]) -> bool:
    words = tuple(command)
    return any(words[at : at + len(_RUN)] == _RUN for at in range(3))


def _manager(prefix: str) -> Any:
    """Jupyter's manager of specs, for all places, or for those of one environment alone."""
    manager = _wanted("jupyter_client.kernelspec").KernelSpecManager()
    if prefix:
        manager.kernel_dirs = [os.path.join(prefix, "share", "jupyter", "kernels")]
    manager.ensure_native_kernel = False
    return manager


def _specs(manager: Any) -> dict[str, Any]:
    """Name → what its kernel.json says; those that cannot be read are left out."""
    found = {}
    for name in manager.find_kernel_specs():
        try:
            found[name] = manager.get_kernel_spec(name)
        except (OSError, ValueError, KeyError):  # of json, traitlets, or jupyter_client
            continue
    return found


def _wanted(module: str) -> Any:
    try:
        return lazy.load(module)
    except ImportError:
        package = module.partition(".")[0].replace("_", "-")
        raise Missing(
            f"{package} is not installed for {sys.executable}: {sys.executable} -m pip install "
            f"{package}"
        ) from None
