"""The catalogue of parts, in SQLite."""

import peewee
from playhouse.pool import PooledSqliteDatabase

database = PooledSqliteDatabase(None, max_connections=3, timeout=0, check_same_thread=False)


class Part(peewee.Model):
    number = peewee.IntegerField(primary_key=True)
    name = peewee.CharField()
    stock = peewee.IntegerField(default=0)

    class Meta:
        database = database


def prepare(path):
    database.init(path, pragmas={"journal_mode": "wal"})
    with database.connection_context():
        database.create_tables([Part])
        if not Part.select().exists():
            Part.insert_many(
                [{"number": n, "name": f"part {n}", "stock": n % 7} for n in range(1, 200)]
            ).execute()
