# A field of the row is read before the iterator has read a row.
# https://github.com/PyTables/PyTables/issues/17
import tables


class Reading(tables.IsDescription):
    name = tables.StringCol(16)
    value = tables.Float64Col()


with tables.open_file("readings.h5", "w") as file:
    readings = file.create_table("/", "readings", Reading)
    readings.append([(b"north", 1.5), (b"south", 2.5)])
    readings.flush()
    rows = readings.iterrows()
    print(rows["name"])  # <-- here
