"""The world: scripts in Lua do what players see."""

import logging
from pathlib import Path

from lupa.luajit21 import LuaRuntime

log = logging.getLogger("world")


class World:
    def __init__(self, width, height):
        self.lua = LuaRuntime(unpack_returned_tuples=True)
        source = Path(__file__).with_name("board.lua").read_text()
        self.board_class = self.lua.execute(source)
        self.board = self.board_class.new(width, height)
        self.players = {}

    def join(self, name):
        self.players[name] = len(self.players) + 1
        log.info("%s is player %d", name, self.players[name])

    def march(self, name, x, y, steps):
        return self.board.march(self.board, x, y, steps, self.players[name])
