# A cursor that has executed nothing yet is asked what it executed.
# https://github.com/rogerbinns/apsw/issues/475
import apsw


def last_query(cursor):
    return cursor.expanded_sql  # <-- here


connection = apsw.Connection(":memory:")
used = connection.cursor()
used.execute("select ?", (5,))
print(last_query(used))
print(last_query(connection.cursor()))  # <-- also
