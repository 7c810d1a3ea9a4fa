import os
import tempfile
import threading
import time

from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import sessionmaker

from audit import Audit
from models import Base, Customer, Order


class Shop:
    def __init__(self, url):
        self.engine = create_engine(url)
        Base.metadata.create_all(self.engine)
        self.sessions = sessionmaker(self.engine)
        self.audit = Audit(url)
        self.audit.listen(Order)

    def register(self, name):
        with self.sessions() as session:
            customer = Customer(name=name)
            session.add(customer)
            session.commit()
            return customer.id

    def order(self, customer_id, articles):
        with self.sessions.begin() as session:
            customer = session.get(Customer, customer_id)
            for article in articles:
                customer.orders.append(Order(article=article))
            session.flush()  # <-- here

    def count(self):
        with self.sessions() as session:
            return session.scalar(select(func.count()).select_from(Order))


def housekeeping(shop):
    while True:
        time.sleep(1)
        shop.count()


def main():
    with tempfile.TemporaryDirectory() as folder:
        shop = Shop("sqlite:///" + os.path.join(folder, "shop.db"))
        threading.Thread(target=housekeeping, args=(shop,), daemon=True, name="housekeeping").start()
        ada = shop.register("Ada")
        print("registered", ada, flush=True)
        shop.order(ada, ["paper", "ink"])
        print("ordered", shop.count(), flush=True)


if __name__ == "__main__":
    main()
