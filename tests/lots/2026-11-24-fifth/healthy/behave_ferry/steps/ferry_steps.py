import concurrent.futures
import threading
import time

from behave import given, then, when


class Ferry:
    def __init__(self, cars):
        self.full = threading.Barrier(cars, action=self.cross)
        self.trips = 0

    def cross(self):
        time.sleep(20)
        self.trips += 1

    def board(self, car):
        self.full.wait()
        return car


@given("a ferry of {cars:d} cars")
def a_ferry(context, cars):
    context.ferry = Ferry(cars)


@when("{cars:d} cars wait")
def wait(context, cars):
    context.pool = concurrent.futures.ThreadPoolExecutor(3, "car")
    context.crossings = [context.pool.submit(context.ferry.board, car) for car in range(cars)]


@then("all of them get across")
def across(context):
    assert sorted(crossing.result() for crossing in context.crossings) == list(range(9))
    context.pool.shutdown()
