"""What the probe keeps of a build that pip ran."""

from __future__ import annotations

import os
import types

from atfault_probe import hooks, pip_output


def exceptions_module():
    class InstallationSubprocessError(Exception):
        def __init__(self, *, command_description, exit_code, output_lines):
            """Of pip."""
            super().__init__(command_description)
            self.output_lines = output_lines

    return types.SimpleNamespace(InstallationSubprocessError=InstallationSubprocessError)


def raised(module, lines):
    return module.InstallationSubprocessError(
        command_description="setup.py", exit_code=1, output_lines=lines
    )


def kept(folder):
    files = sorted(folder.iterdir())
    return [file.read_bytes() for file in files]


def test_the_lines_are_kept_and_the_exception_is_what_it_was(tmp_path):
    module = exceptions_module()
    plain = module.InstallationSubprocessError.__init__
    pip_output.install(module, str(tmp_path))
    lines = ["one\n", "bad.c:1: error: ü\n"]
    error = raised(module, lines)
    assert error.output_lines is lines and str(error) == "setup.py"
    made = module.InstallationSubprocessError.__init__
    assert (made.__doc__, made.__qualname__) == (plain.__doc__, plain.__qualname__)
    assert kept(tmp_path) == ["one\nbad.c:1: error: ü\n".encode()]
    name = os.listdir(tmp_path)[0]
    assert name == f"{os.getpid()}-0.build.txt"
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_pip_with_minus_v_has_no_lines_and_nothing_is_kept(tmp_path):
    module = exceptions_module()
    pip_output.install(module, str(tmp_path))
    raised(module, None)
    assert kept(tmp_path) == []


def test_long_output_is_cut_in_the_middle_and_few_builds_are_kept(tmp_path):
    module = exceptions_module()
    pip_output.install(module, str(tmp_path))
    raised(module, ["first\n", "x" * (pip_output.MAX_BYTES + 100), "last\n"])
    (text,) = kept(tmp_path)
    assert len(text) < pip_output.MAX_BYTES + 100
    assert text.startswith(b"first\n") and text.endswith(b"last\n")
    for _ in range(2 * pip_output.MAX_KEPT):
        raised(module, ["x\n"])
    assert len(kept(tmp_path)) == pip_output.MAX_KEPT


def test_a_folder_that_is_gone_and_another_pip_do_no_harm(tmp_path):
    module = exceptions_module()
    pip_output.install(module, str(tmp_path / "gone"))
    raised(module, ["x\n", 7])
    pip_output.install(types.SimpleNamespace(), str(tmp_path))


def test_pip_is_known_by_its_command_line():
    for name in ("pip", "/venv/bin/pip3", "/usr/bin/pip3.11"):
        assert hooks._is_pip(name)
    for name in ("pipx", "/home/ada/pipeline", "-m", "", "pipenv", "pip.py2x"):
        assert not hooks._is_pip(name)
