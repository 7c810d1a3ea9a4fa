import os
import sys
import time

from radish import before, given, then, when

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from silo import Silo, Yard


@before.each_scenario
def fresh(scenario):
    scenario.context.yard = None


@given("a silo with room for {room:d} tons")
def a_silo(step, room):
    step.context.yard = Yard(Silo(room))


@given("{tons:d} tons lie in it")
def filled(step, tons):
    step.context.yard.silo.bring(tons, "stock")


@when("mill {name:w} asks for {tons:d} tons")
def mill_asks(step, name, tons):
    yard = step.context.yard
    yard.start(name, yard.silo.take, tons)
    time.sleep(0.3)


@when("lorry {name:w} brings {tons:d} tons")
def lorry_brings(step, name, tons):
    yard = step.context.yard
    yard.start(name, yard.silo.bring, tons)
    time.sleep(0.3)


@then("all of them get away, and {tons:d} tons are left")
def all_away(step, tons):
    yard = step.context.yard
    yard.finish()
    assert yard.silo.level() == tons, yard.silo.level()
