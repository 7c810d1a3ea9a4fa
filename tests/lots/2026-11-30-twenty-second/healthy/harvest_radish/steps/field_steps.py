import os
import sys
import time

from radish import after, given, then, when

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from field import Field


@after.each_scenario
def tell(scenario):
    print("at", time.strftime("%H:%M:%S"), flush=True)


@given("a field with {rows:d} rows")
def a_field(step, rows):
    step.context.field = Field(rows)


@when("{workers:d} workers start, who load for {seconds:d} seconds")
def workers_start(step, workers, seconds):
    step.context.field.start(workers, seconds)


@when("it rains for {seconds:d} seconds")
def rain(step, seconds):
    time.sleep(seconds)


@then("{baskets:d} baskets lie on the cart in the evening")
def evening(step, baskets):
    assert step.context.field.evening() == baskets
