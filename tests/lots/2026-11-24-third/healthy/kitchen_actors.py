"""A kitchen of actors: the waiter asks the cook, who asks the oven, and that takes a while."""

import time

import pykka


class Oven(pykka.ThreadingActor):
    def bake(self, dish):
        time.sleep(5)
        return f"hot {dish}"


class Cook(pykka.ThreadingActor):
    def __init__(self, oven):
        super().__init__()
        self.oven = oven

    def cook(self, dish):
        return self.oven.bake(dish).get() + " with salad"


class Waiter(pykka.ThreadingActor):
    def __init__(self, cook):
        super().__init__()
        self.cook = cook
        self.served = 0

    def serve(self, dish):
        dish = self.cook.cook(dish).get()
        self.served += 1
        return f"{self.served}: {dish}"


def main():
    cook = Cook.start(Oven.start().proxy()).proxy()
    waiters = [Waiter.start(cook).proxy() for _ in range(3)]
    try:
        for course in range(100):
            orders = [waiter.serve(f"pie {course}") for waiter in waiters]
            for order in orders:
                print(order.get(), flush=True)
    finally:
        pykka.ActorRegistry.stop_all()


if __name__ == "__main__":
    main()
