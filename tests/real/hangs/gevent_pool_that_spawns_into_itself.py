# Jobs of a pool of greenlets start jobs in the same pool, which is full of them.
# https://github.com/gevent/gevent/issues/368
import gevent
from gevent.pool import Pool

pool = Pool(3)


def page(number):
    gevent.sleep(0.1)
    for part in range(2):
        pool.spawn(download, number, part)  # <-- here


def download(number, part):
    gevent.sleep(0.1)
    print(number, part)


def heartbeat():
    while True:
        gevent.sleep(0.5)


gevent.spawn(heartbeat)
print("READY", flush=True)
for number in range(3):
    pool.spawn(page, number)
pool.join()  # <-- also
