"""The game of life in Lua, a few thousand generations of a large field, in one call."""

import threading
import time

from lupa.luajit21 import LuaRuntime

LIFE = """
return function(side, generations, tell)
  local now, after = {}, {}
  for i = 0, side * side - 1 do
    now[i] = (i * 7 + math.floor(i / 3)) % 5 == 0 and 1 or 0
    after[i] = 0
  end
  for g = 1, generations do
    for y = 0, side - 1 do
      for x = 0, side - 1 do
        local sum = 0
        for dy = -1, 1 do
          for dx = -1, 1 do
            sum = sum + now[((y + dy) % side) * side + (x + dx) % side]
          end
        end
        local at = y * side + x
        local lives = now[at]
        after[at] = (sum == 3 or (lives == 1 and sum == 4)) and 1 or 0
      end
    end
    now, after = after, now
    if g % 200 == 0 then tell(g) end
  end
end
"""


class Screen:
    def __init__(self):
        self.generation = 0
        self.changed = threading.Event()

    def tell(self, generation):
        self.generation = generation
        self.changed.set()

    def show(self):
        while True:
            self.changed.wait()
            self.changed.clear()
            print("generation", self.generation, flush=True)
            time.sleep(1)


def main():
    screen = Screen()
    threading.Thread(target=screen.show, name="screen", daemon=True).start()
    LuaRuntime().execute(LIFE)(600, 60_000, screen.tell)


if __name__ == "__main__":
    main()
