# A step of an observable runs another one to its end on the scheduler whose only thread it is on.
# https://github.com/ReactiveX/RxPY/issues/182
import reactivex
from reactivex import operators as ops
from reactivex.scheduler import EventLoopScheduler

scheduler = EventLoopScheduler()


def price(item):
    return reactivex.of(item).pipe(ops.map(lambda n: 3 * n)).run(scheduler)  # <-- here


print("READY", flush=True)
print(reactivex.of(1, 2).pipe(ops.map(price), ops.sum()).run(scheduler))  # <-- also
