import datetime

from sqlalchemy import create_engine, event
from sqlalchemy.orm import Session

from models import AuditBase, Entry


class Audit:
    """Keeps a record of what was sold, whether or not the sale is rolled back later."""

    def __init__(self, url):
        # Reports take minutes; nothing may be lost because of them.
        self._engine = create_engine(url, connect_args={"timeout": 86400})
        AuditBase.metadata.create_all(self._engine)

    def note(self, what):
        with Session(self._engine) as session:
            session.add(Entry(at=datetime.datetime.now(), what=what))
            session.commit()  # <-- here

    def listen(self, model):
        @event.listens_for(model, "after_insert")
        def inserted(mapper, connection, target):
            self.note(f"{model.__name__} {target.id} inserted")  # <-- here
