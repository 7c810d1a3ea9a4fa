# A pool of one connection: a function that has it calls another one that wants one, too.
# https://github.com/Soju06/codex-lb/issues/672
import sqlalchemy as sa

pool = {"poolclass": sa.QueuePool, "pool_size": 1, "max_overflow": 0, "pool_timeout": 86_400}
engine = sa.create_engine("sqlite:///shop.db", **pool)


def audit(text):
    with engine.connect() as connection:  # <-- here
        connection.execute(sa.text("select 1"))


def order():
    with engine.begin() as connection:
        connection.execute(sa.text("select 1"))
        audit("ordered")  # <-- also


print("READY", flush=True)
order()
