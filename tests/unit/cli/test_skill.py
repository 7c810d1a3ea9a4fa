"""The skill file says nothing that is not so."""

from __future__ import annotations

import re
import shlex
import sys

import pytest
import yaml

from atfault.cli.command import Parser
from atfault.cli.main import COMMANDS, command, main

MEANT = {"PID": "4711", "NUMBER": "12"}


@pytest.fixture
def skill(capsys):
    assert main(["skill"]) == 0
    return capsys.readouterr().out


def test_its_head_names_and_describes_it(skill):
    head = yaml.safe_load(skill.split("---\n")[1])
    assert head.keys() == {"name", "description"} and head["name"] == "atfault"
    assert len(head["description"]) <= 1024


def test_each_command_that_it_names_is_one(skill):
    lines = re.findall(r"`atfault ([^`]+)`", skill)
    assert len(lines) >= 8
    for line in lines:
        name, *words = shlex.split(line)
        assert name in COMMANDS
        Parser(command(name)).parse([MEANT.get(word, word) for word in words])


def test_the_server_without_its_extra_is_one_line_that_names_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == (
        "atfault: mcp: the package mcp is not installed: pip install 'atfault[mcp]'\n"
    )
