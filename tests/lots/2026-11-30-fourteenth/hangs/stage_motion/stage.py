import enum
import threading
import time


class Register(enum.IntEnum):
    TARGET_X = 0
    TARGET_Y = 1
    X = 2
    Y = 3
    STATE = 4


IDLE, MOVING = 0, 1


class Controller(threading.Thread):
    """Stands for the controller of the stage: moves towards the targets in small steps."""

    def __init__(self, registers, step=40):
        super().__init__(name="controller", daemon=True)
        self.registers = registers
        self.step = step

    def towards(self, target, register):
        way = self.registers.read(target) - self.registers.read(register)
        move = max(-self.step, min(self.step, way))
        self.registers.write(register, self.registers.read(register) + move)
        return move

    def run(self):
        while True:
            time.sleep(0.01)
            moved = self.towards(Register.TARGET_X, Register.X)
            moved += self.towards(Register.TARGET_Y, Register.Y)
            if not moved:
                self.registers.write(Register.STATE, IDLE)


class Stage:
    def __init__(self, registers):
        self.registers = registers

    def home(self):
        self.move(0, 0)

    def move(self, x, y):
        self.registers.write(Register.TARGET_X, x)
        self.registers.write(Register.TARGET_Y, y)
        self.registers.write(Register.STATE, MOVING)
        return self.registers.wait_for(Register.STATE, IDLE)

    def where(self):
        return self.registers.read(Register.X), self.registers.read(Register.Y)
