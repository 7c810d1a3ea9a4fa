# A relation is shown after its connection was closed.
# https://github.com/duckdb/duckdb/issues/3141
import duckdb

connection = duckdb.connect()
connection.execute("create table items (name varchar, price decimal(10, 2))")
connection.execute("insert into items values ('jeans', 20.0), ('hammer', 42.2)")
items = connection.table("items")
print(items.df())
connection.close()
print(items)  # <-- here
