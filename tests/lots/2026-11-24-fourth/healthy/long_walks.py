"""Counts the walks on a grid by one long query of SQLite."""

import concurrent.futures
import sqlite3

WALKS = """
WITH RECURSIVE walk(n, x) AS (
    SELECT 1, 1
    UNION ALL
    SELECT n + 1, (x * 1103515245 + 12345) % 2147483648 FROM walk WHERE n < :steps
)
SELECT count(*), avg(x) FROM walk
"""


def walk(steps):
    connection = sqlite3.connect(":memory:")
    try:
        return connection.execute(WALKS, {"steps": steps}).fetchone()
    finally:
        connection.close()


def main():
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="walk") as pool:
        for steps, result in zip(
            (10**5, 10**9), pool.map(walk, (10**5, 10**9)), strict=True
        ):
            print(steps, *result, flush=True)


if __name__ == "__main__":
    main()
