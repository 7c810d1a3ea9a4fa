# A text factory closes the connection while a row is fetched.
# https://github.com/python/cpython/issues/143662
import sqlite3


def decode(text):
    connection.close()  # <-- here
    return text.decode()


def insert(cursor, name):
    cursor.execute("INSERT INTO names VALUES (?) RETURNING name", (name,))
    return cursor.fetchone()  # <-- here


connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE names(name TEXT)")
connection.text_factory = decode
print(insert(connection.cursor(), "ada"))
