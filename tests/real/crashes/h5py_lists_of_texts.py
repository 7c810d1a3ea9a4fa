# Lists of texts, each of any length: what is read back are addresses that belong to nobody.
# https://github.com/h5py/h5py/issues/1368
import h5py
import numpy as np

text = h5py.special_dtype(vlen=str)
texts = h5py.special_dtype(vlen=text)
with h5py.File("notes.h5", "w") as file:
    notes = file.create_dataset("notes", (2,), dtype=texts)
    notes[0] = np.array(["a", "b", "c"], dtype=texts)
    notes[1] = np.array(["d", "e", "f", "g"], dtype=texts)

with h5py.File("notes.h5", "r") as file:
    first = file["notes"][0]  # <-- here
    print(first)  # <-- here
