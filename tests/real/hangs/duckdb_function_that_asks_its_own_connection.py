# A Python function that a query calls runs a query of its own on the same connection.
# https://github.com/duckdb/duckdb/issues/14867
import duckdb

connection = duckdb.connect()
connection.execute("create table node (number integer primary key)")
connection.execute("insert into node values (0)")


def is_known(number: int) -> bool:
    found = connection.execute(f"select 1 from node where number = {number}")  # <-- here
    return len(found.fetchall()) == 1


connection.create_function("is_known", is_known)
print("READY", flush=True)
print(connection.execute("select is_known(number) from node").fetchall())  # <-- here
