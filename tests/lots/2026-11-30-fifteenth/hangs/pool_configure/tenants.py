import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS pragmas (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS visits (tenant TEXT, page TEXT);
INSERT OR REPLACE INTO pragmas VALUES ('cache_size', '-4000'), ('synchronous', 'NORMAL');
"""


def prepare(path):
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()


def pragmas(pool):
    with pool.connection() as connection:
        return connection.execute("SELECT name, value FROM pragmas ORDER BY name").fetchall()


def configure(pool, connection):
    for name, value in pragmas(pool):
        connection.execute(f"PRAGMA {name} = {value}")


def visit(pool, tenant, page):
    with pool.connection() as connection:
        connection.execute("INSERT INTO visits VALUES (?, ?)", (tenant, page))
        return connection.execute(
            "SELECT count(*) FROM visits WHERE tenant = ?", (tenant,)
        ).fetchone()[0]
