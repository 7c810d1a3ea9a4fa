# A file with a text variable is opened again and again and never closed.
# https://github.com/Unidata/netcdf4-python/issues/1444
from netCDF4 import Dataset

with Dataset("stations.nc", "w") as file:
    file.createVariable("name", str, ())

for _ in range(200):
    file = Dataset("stations.nc", "r")  # <-- here
print("read")
file.close()
