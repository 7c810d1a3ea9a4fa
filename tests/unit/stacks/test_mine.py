from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.state import PythonInfo
from atfault.stacks.mine import is_mine

PYENV = PythonInfo(
    (3, 12, 1),
    "3.12.1",
    prefix="/home/me/env",
    stdlib="/home/me/.pyenv/versions/3.12.1/lib/python3.12",
)


@pytest.mark.parametrize(
    "filename",
    [
        "/home/me/app.py",
        "app.py",
        "./app.py",
        "/srv/python3.12/app.py",
        "/home/me/lib/app.py",
        "/home/me/lib/python/app.py",
        "/home/me/lib/python3.12",
        "/home/me/env/app.py",
        "/home/me/env/bin/app.py",
        "/home/me/bin/serve",
        "/home/me/src/package/module.py",  # an editable install
        "/home/me/tool.pyz/__main__.py",
        "<string>",
        "<stdin>",
        "<dynamic-code>",
        "<ipython-input-3-abc>",
        "/tmp/ipykernel_4711/123.py",
        "/home/me/s4/ccount.py",
        "/home/me/.pyenv/versions/3.12.1/lib/python3.12/../../../../app.py",
        "D:\\ComfyUI\\nodes.py",
        "C:/Users/me/lib/app.py",
    ],
)
def test_the_users_own(filename: str) -> None:
    assert is_mine(filename, PYENV)


@pytest.mark.parametrize(
    "filename",
    [
        "/home/me/env/bin/gunicorn",
        "/tmp/torchinductor_me/s4/cs4a2ifnae24vmgxcf3lwchopoqdqord3z7bbvxlhuktkpll2ycs.py",
        "",
        "/home/me/.pyenv/versions/3.12.1/lib/python3.12/json/decoder.py",
        "/home/me/.pyenv/versions/3.12.1/lib/python3.12/site-packages/numpy/core.py",
        "/home/me/env/lib/python3.12/site-packages/numba/core.py",
        "/home/me/env/lib64/python3.12/site-packages/torch/nn.py",
        "/usr/lib/python3/dist-packages/apt/cache.py",
        "/usr/lib/python3.12/threading.py",
        "/usr/lib/python3.13t/threading.py",
        "/opt/other/lib/python3.9/asyncio/base_events.py",
        "//usr//lib/./python3.12/threading.py",
        "/home/me/.local/lib/python3.12/site-packages/x.py",
        "/app/python312.zip/json/__init__.py",
        "D:\\ComfyUI\\venv\\Lib\\site-packages\\numba\\__init__.py",
        "C:\\Users\\me\\AppData\\Local\\Programs\\Python\\Python310\\lib\\threading.py",
        "C:/ProgramData/Anaconda3/lib/ctypes/__init__.py",
        "<frozen importlib._bootstrap>",
        "<frozen runpy>",
        "<__array_function__ internals>",
        "<attrs generated init x.Y>",
        "<unknown>",
    ],
)
def test_not_the_users_own(filename: str) -> None:
    assert not is_mine(filename, PYENV)


def test_without_knowledge_of_the_interpreter_folders_decide() -> None:
    unknown = Absent("no Python")
    assert is_mine("/home/me/app.py", unknown)
    assert not is_mine("/usr/lib/python3.11/os.py", unknown)


def test_a_standard_library_in_an_unusual_place_is_known_by_its_folder() -> None:
    embedded = PythonInfo((3, 11, 0), "3.11", stdlib="/opt/tool/python")
    assert not is_mine("/opt/tool/python/json/decoder.py", embedded)
    assert is_mine("/opt/tool/python_app/main.py", embedded)


def test_a_frozen_program_names_the_standard_library_without_a_folder() -> None:
    frozen = PYENV._replace(frozen=True)
    for filename in ("ctypes/__init__.py", "threading.py", "concurrent/futures/thread.py"):
        assert not is_mine(filename, frozen)
        assert is_mine(filename, PYENV)
    assert is_mine("prog.py", frozen) and is_mine("billing/queue.py", frozen)
