# An option is set before the database has the log that it switches on.
# https://github.com/duckdb/duckdb/issues/17608
import duckdb


def connect(**options):
    return duckdb.connect(config=options)  # <-- here


connect(threads=1).close()
print(connect(enable_logging=0))
