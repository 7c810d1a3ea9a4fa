"""Orders for a bakery with two ovens; a bounded pool makes the shop wait for a free one."""

import time

from bounded_pool_executor import BoundedThreadPoolExecutor


def bake(order):
    time.sleep(8)
    print("baked", order, flush=True)
    return order


def main():
    with BoundedThreadPoolExecutor(max_workers=2) as ovens:
        for order in range(1000):
            ovens.submit(bake, order)


if __name__ == "__main__":
    main()
