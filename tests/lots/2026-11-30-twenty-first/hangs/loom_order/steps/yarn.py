import time

from . import step


@step()
def card(lot):
    time.sleep(0.1)
    lot["carded"] = True


@step("card")
def spin(lot):
    time.sleep(0.2)
    lot["spun"] = lot["kilos"] * 0.9


@step("spin", when=lambda lot: lot["colour"] != "natural")
def dye(lot):
    time.sleep(0.1)
    lot["dyed"] = lot["colour"]
