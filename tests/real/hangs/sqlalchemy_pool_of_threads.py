# Each thread keeps one connection and asks for a second one: all are taken.
# https://github.com/AstrBotDevs/AstrBot/issues/5961
import threading

import sqlalchemy as sa

pool = {"poolclass": sa.QueuePool, "pool_size": 2, "max_overflow": 0, "pool_timeout": 86_400}
engine = sa.create_engine("sqlite:///chat.db", **pool)
both = threading.Barrier(2)


def answer(number):
    with engine.connect() as reading:
        both.wait()
        with engine.begin() as writing:  # <-- here
            writing.execute(sa.text("select 1"))


threads = [threading.Thread(target=answer, args=(n,), name=f"request {n}") for n in range(2)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()  # <-- also
