from sqlalchemy import event, select
from sqlalchemy.orm import Session

from models import Order, Setting


class Settings:
    """Settings of the shop, read from the database when first asked for."""

    def __init__(self, engine):
        self.engine = engine
        self._values = {}

    def __getitem__(self, name):
        if name not in self._values:
            with Session(self.engine) as session:
                self._values[name] = session.scalars(
                    select(Setting.value).where(Setting.name == name)
                ).one()
        return self._values[name]


def install(session_class, settings):
    @event.listens_for(session_class, "before_flush")
    def check_limits(session, context, instances):
        for order in session.new:
            if isinstance(order, Order):
                most = int(settings["most lines"])
                if len(order.lines) > most:
                    raise ValueError(f"{order.customer}: more than {most} lines")
