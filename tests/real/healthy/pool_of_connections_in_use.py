# Four threads share two connections of SQLAlchemy, and keep each for a second.
import threading
import time

import sqlalchemy as sa

engine = sa.create_engine("sqlite://", poolclass=sa.QueuePool, pool_size=2, max_overflow=0,
                          connect_args={"check_same_thread": False}, pool_timeout=3600)


def query():
    while True:
        with engine.connect():
            time.sleep(1)


for number in range(4):
    threading.Thread(target=query, name=f"request {number}", daemon=True).start()
print("READY", flush=True)
query()
