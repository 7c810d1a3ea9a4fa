from behave import given, then, when
from lift import Lift


@given("a lift of {floors:d} floors")
def a_lift(context, floors):
    context.lift = Lift(floors)
    context.add_cleanup(context.lift.stop)


@when("somebody calls it to floor {floor:d}")
def call(context, floor):
    context.call = context.lift.call(floor)


@then("it is at floor {floor:d}")
def is_at(context, floor):
    context.call.arrived.wait()
    assert context.lift.floor == floor, context.lift.floor
