# h5py copies an array of zarr with its lock held; zarr's thread reads the array, and lets go of an
# object of h5py on the way.
# https://github.com/hdmf-dev/hdmf-zarr/issues/362
import h5py
import numpy as np
import zarr
from zarr.storage import MemoryStore

with h5py.File("old.h5", "w") as file:
    file["values"] = range(100)
held = [h5py.File("old.h5", "r")["values"]]


class Store(MemoryStore):
    ready = False

    async def get(self, *args, **kwargs):
        if self.ready:
            held.clear()  # <-- here
        return await super().get(*args, **kwargs)


store = Store()
values = zarr.create_array(store, shape=(100,), chunks=(10,), dtype="f8")
values[:] = np.arange(100)
store.ready = True
with h5py.File("new.h5", "w") as file:
    copied = file.create_dataset("values", values.shape, values.dtype)
    print("READY", flush=True)
    copied[:] = values  # <-- here
