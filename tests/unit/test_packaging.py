"""What other packagers are given agrees with the project: the recipe, the image, the forms."""

from __future__ import annotations

import os
import re
import sys

import pytest

import atfault

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMS = os.path.join(ROOT, ".github", "ISSUE_TEMPLATE")


def read(*path: str) -> str:
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def project() -> dict:
    return tomllib.loads(read("pyproject.toml"))["project"]


def test_the_recipe_asks_for_what_the_project_asks_for():
    recipe = read("recipe", "meta.yaml")
    assert f'{{% set version = "{atfault.__version__}" %}}' in recipe

    def asked(part: str) -> set[str]:
        listed = re.search(rf"^  {part}:\n((?:    - .*\n)+)", recipe, re.MULTILINE)
        return {line.strip("- ").replace(" ", "") for line in listed[1].splitlines()}

    extras = project()["optional-dependencies"]
    optional = [one for name in ("debug", "lines", "lz4", "zstd") for one in extras[name]]
    assert asked("run") - {"__linux", "python>=3.10"} == set(project()["dependencies"])
    assert asked("run_constrained") == {one.partition(";")[0].strip() for one in optional}
    assert project()["requires-python"] == ">=3.10"


def test_the_image_is_made_of_files_that_are_there_and_sent():
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", read("Dockerfile"), re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert "src" in names
    for name in names:
        assert os.path.exists(os.path.join(ROOT, name)), name
        assert f"!{name}\n" in read(".dockerignore"), name
    stages = re.findall(r"^FROM (\S+)", read("Dockerfile"), re.MULTILINE)
    assert len(stages) == 2 and stages[-1] == "scratch"
    # The interpreter to which the environment leads comes with it.
    assert "/opt/atfault" in read("Dockerfile") and "readlink -f /usr/bin/python3" in read(
        "tools", "image_root.sh"
    )


@pytest.mark.skipif(not os.path.isdir(FORMS), reason="no checkout of the repository")
@pytest.mark.parametrize("name", ["wrong-verdict.yml", "crash-of-atfault.yml", "feature.yml"])
def test_each_form_has_a_name_and_its_answers_have_one_each(name):
    form = read(".github", "ISSUE_TEMPLATE", name)
    for field in ("name", "description", "body"):
        assert re.search(rf"^{field}:", form, re.MULTILINE), field
    ids = re.findall(r"^    id: (\S+)$", form, re.MULTILINE)
    assert ids and len(ids) == len(set(ids))
    assert ("atfault show --issue" in form) == (name != "feature.yml")


def test_the_package_says_where_it_is_at_home():
    urls = project()["urls"]
    assert {"Homepage", "Documentation", "Issues", "Changelog"} <= set(urls)
    assert all(url.startswith("https://github.com/atfault/atfault") for url in urls.values())
