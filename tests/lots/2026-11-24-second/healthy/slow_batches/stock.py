"""The stock, in SQLite by peewee; who writes has the file for the time of a batch."""

import time

import peewee

database = peewee.SqliteDatabase(None)


class Article(peewee.Model):
    name = peewee.CharField(unique=True)
    count = peewee.IntegerField(default=0)

    class Meta:
        database = database


def open_stock(path, names):
    database.init(path, timeout=120, pragmas={"journal_mode": "wal"})
    with database.connection_context():
        database.create_tables([Article])
        for name in names:
            Article.get_or_create(name=name)


def batch(names, change, pause):
    """All changes or none."""
    with database.connection_context(), database.atomic("IMMEDIATE"):
        for name in names:
            Article.update(count=Article.count + change).where(Article.name == name).execute()
            time.sleep(pause)
    return len(names)
