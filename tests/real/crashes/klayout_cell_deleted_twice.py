# A list of cells to delete names one of them twice.
# https://github.com/KLayout/klayout/issues/2156
import klayout.db


def cleaned(layout, unused):
    for index in unused:
        layout.delete_cell(index)  # <-- here
    return layout.cells()


layout = klayout.db.Layout()
cells = [layout.create_cell(name).cell_index() for name in ("TOP", "VIA", "PAD")]
print(cleaned(layout, [cells[1], cells[2], cells[1]]))  # <-- also
