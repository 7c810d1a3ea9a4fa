import time

from . import step


@step("spin", "dye")
def weave(lot):
    time.sleep(0.3)
    lot["metres"] = lot["spun"] * 4


@step("weave")
def press(lot):
    time.sleep(0.1)
    lot["pressed"] = True
