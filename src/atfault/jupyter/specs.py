"""The kernel spec of a kernel that is watched: ipykernel's own, with `atfault run` before it."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any, NamedTuple

from atfault import lazy
from atfault.errors import AccessError, InputError

NAME = "atfault"
_RUN = ("-m", "atfault", "run", "--jupyter")
_SWITCH = {"ATFAULT": "watched"}
"""As a program that is watched already finds it (atfault_probe.switch); and where it cannot be, it
runs unwatched."""


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


def install(name: str = NAME, display_name: str = "", prefix: str = "") -> Spec:
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


def remove(name: str = NAME, prefix: str = "") -> str:
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
