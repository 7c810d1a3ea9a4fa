-- The board of the game: cells in one block, as C would have them.
local ffi = require("ffi")

ffi.cdef[[
typedef struct { unsigned char kind, height; unsigned short owner; } cell;
]]

local Board = {}
Board.__index = Board

function Board.new(width, height)
  return setmetatable({
    width = width,
    height = height,
    cells = ffi.new("cell[?]", width * height),
  }, Board)
end

function Board:claim(x, y, owner)
  local cell = self.cells[y * self.width + x]
  cell.owner = owner
  cell.height = cell.height + 1
  return cell.height
end

function Board:march(x, y, steps, owner)
  local last = 0
  for n = 0, steps - 1 do
    last = self:claim(x, y + n, owner)
  end
  return last
end

return Board
