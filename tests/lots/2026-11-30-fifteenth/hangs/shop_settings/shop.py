import os
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, select
from sqlalchemy.orm import sessionmaker

from hooks import Settings, install
from models import Line, Order, Setting, make_engine


def order(Session, customer, articles):
    with Session() as session, session.begin():
        known = session.scalar(select(func.count()).where(Order.customer == customer))
        new = Order(customer=customer)
        new.lines = [Line(article=article, price=price) for article, price in articles]
        session.add(new)
    return known + 1


def open_till():
    while True:
        time.sleep(2)
        print("the till is open", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(os.path.join(folder, "shop.db"))
        Session = sessionmaker(engine)
        with Session() as session, session.begin():
            session.add(Setting(name="most lines", value="12"))
        install(Session, Settings(engine))
        threading.Thread(target=open_till, name="till", daemon=True).start()
        with ThreadPoolExecutor(1, thread_name_prefix="orders") as pool:
            jobs = [
                pool.submit(order, Session, name, [("tea", 3.5), ("rusk", 1.2)])
                for name in ("ann", "bert", "ann")
            ]
            print([job.result() for job in jobs])


if __name__ == "__main__":
    main()
