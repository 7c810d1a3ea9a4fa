import contextlib
import time

from sqlalchemy import create_engine, text
from sqlalchemy.pool import QueuePool


class Store:
    """One connection for all: the database allows no more."""

    def __init__(self):
        self.engine = create_engine(
            "sqlite://",
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            pool_timeout=None,
            connect_args={"check_same_thread": False},
        )
        with self.engine.begin() as connection:
            connection.execute(text("create table sale (clerk text, amount integer)"))

    @contextlib.contextmanager
    def transaction(self):
        with self.engine.begin() as connection:
            yield connection
            time.sleep(0.3)  # the network

    def sell(self, clerk, amount):
        with self.transaction() as connection:
            connection.execute(
                text("insert into sale values (:clerk, :amount)"),
                {"clerk": clerk, "amount": amount},
            )

    def total(self):
        with self.transaction() as connection:
            return connection.execute(text("select sum(amount) from sale")).scalar()
