"""Which release would fit, from what pip and uv print."""

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.findings import Finding
from atfault.options import Options

IGNORED = (
    "ERROR: Ignored the following versions that require a different python version: "
    "1.21.2 Requires-Python >=3.7,<3.11; 1.21.6 Requires-Python >=3.7,<3.11; "
    "2.5.0 Requires-Python >=3.12\n"
)


def pip(requirement: str, versions: str, *, ignored: bool = True) -> bytes:
    return (
        (IGNORED if ignored else "")
        + f"ERROR: Could not find a version that satisfies the requirement {requirement} "
        f"(from versions: {versions})\n"
        f"ERROR: No matching distribution found for {requirement}\n"
    ).encode()


def explained(data: bytes) -> Finding:
    return analyze_text(io.BytesIO(data), "-", Options()).diagnosis[0]


def test_a_release_for_another_python_is_told_with_the_newest_for_this_one():
    finding = explained(pip("numpy==1.21.2", "1.19.0, 2.4.0rc1, 2.3.1, 2.5.0rc1"))
    assert finding.cause == "python-version"
    assert finding.summary == "numpy==1.21.2 needs Python >=3.7,<3.11, and this is another"
    assert finding.advice[0].command == "python -m pip install 'numpy==2.3.1'"
    assert finding.quotes[0].line == 1


def test_what_pip_ignores_is_no_reason_where_it_was_not_asked_for():
    finding = explained(pip("numpy==99", "1.19.0, 2.3.1"))
    assert finding.cause == "configuration"
    assert "the newest it finds is 2.3.1" in finding.summary
    assert finding.quotes[0].line == 2


def test_where_every_release_is_for_another_python_no_release_is_advised():
    finding = explained(pip("numpy", "none"))
    assert finding.cause == "python-version"
    assert all(one.command is None for one in finding.advice)


def test_a_name_that_no_index_has_gets_no_release():
    finding = explained(pip("nosuch", "none", ignored=False))
    assert finding.cause == "configuration" and "==" not in (finding.advice[0].command or "")


def test_a_list_that_was_cut_or_is_no_list_is_survived():
    text = pip("x==1", "1.0, 1.1 ... 2.0, , !!, " + "9" * 5000)
    assert explained(text).cause == "configuration"


@pytest.mark.parametrize(
    ("text", "cause", "said"),
    [
        ("cause: Because torch==1.8.0 has no wheels with a matching Python ABI tag (e.g., `cp311`)"
         " and you require torch==1.8, we can conclude that your requirements are unsatisfiable.",
         "python-version", "torch was not built for this Python"),
        ("cause: Because there is no version of numpy==99 and you require numpy==99, we can"
         " conclude that your requirements are unsatisfiable.", "configuration", "numpy==99"),
        ("  ╰─▶ Because the current Python version (3.11.7) does not satisfy\n"
         "      Python>=3.12 and numpy==2.5.0 depends on Python>=3.12, we can\n"
         "      conclude that numpy==2.5.0 cannot be used.",
         "python-version", "numpy==2.5.0 needs Python >=3.12, and this is 3.11.7"),
        ("  cause: Because a==1 depends on x<2 and b==1 depends on x>=2, we can conclude that a==1"
         " and b==1 are incompatible.", "configuration", "exclude each other"),
    ],
)  # fmt: skip
def test_the_sentence_of_uv_is_the_line_to_read(text, cause, said):
    finding = explained(f"error: No solution found when resolving dependencies\n{text}\n".encode())
    assert finding.cause == cause and said in finding.summary
    assert finding.quotes[0].line == 2


@pytest.mark.parametrize(
    ("asked", "cause"),
    [("x==2.15.0", "python-version"), ("x<2.16", "python-version"), ("x==3", "configuration"),
     ("x==2.*", "configuration"), ("x>=9", "configuration")],
)  # fmt: skip
def test_a_release_older_than_all_that_this_python_may_have_is_for_another(asked, cause):
    finding = explained(pip(asked, "2.20.0rc0, 2.20.0, 2.21.0", ignored=False))
    assert finding.cause == cause


def test_an_index_with_builds_of_its_own_may_never_have_had_a_release():
    finding = explained(pip("x==2.0.1", "2.1.0+cu121, 2.2.0+cu121", ignored=False))
    assert finding.cause == "configuration"
