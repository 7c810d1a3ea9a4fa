"""Packages of PyPI that do not build here: a part is missing, or the Python is too new."""

from __future__ import annotations

from projects import Project

ALL = "{python} -m pip wheel --no-deps --no-binary REQ --no-cache-dir -w out "


def sdist(name: str, requirement: str, true: str, cause: str, before: str = "") -> Project:
    package = requirement.partition("=")[0]
    command = ALL.replace("REQ", package) + requirement
    return Project("sdist-" + name, {}, before + command, true, cause)


SDISTS = (
    sdist("python-ldap", "python-ldap==3.4.4", "lber.h: No such file", "missing-header"),
    sdist(
        "mysqlclient", "mysqlclient==2.2.4", "Can not find valid pkg-config name", "missing-library"
    ),
    sdist(
        "pycairo",
        "pycairo==1.26.0",
        "Package cairo was not found in the pkg-config search path",
        "missing-library",
    ),
    sdist("pyaudio", "pyaudio==0.2.14", "portaudio.h: No such file", "missing-header"),
    sdist("pygraphviz", "pygraphviz==1.12", "graphviz/cgraph.h: No such file", "missing-header"),
    sdist("pyodbc", "pyodbc==5.1.0", "sql.h: No such file", "missing-header"),
    sdist("dbus-python", "dbus-python==1.3.2", "ERROR: Dependency", "missing-library"),
    sdist("pycurl", "pycurl==7.45.3", "No such file or directory: 'curl-config'", "missing-tool"),
    sdist(
        "bcrypt",
        "bcrypt==4.1.2",
        "        failed to resolve address for",
        "network-error",
        "PATH=/usr/bin:/bin ",
    ),
    sdist("pylibmc", "pylibmc==1.6.3", "libmemcached/memcached.h: No such file", "missing-header"),
    sdist("evdev", "pycups==2.0.1", "cups/http.h: No such file", "missing-header"),
    sdist("h5py", "h5py==3.10.0", "Unable to load dependency HDF5", "missing-library"),
    sdist("pyyaml", "PyYAML==5.4.1", "AttributeError", "configuration"),
    sdist("greenlet-old", "greenlet==0.4.17", "has no member named", "python-version"),
    sdist("pyzbar", "python-snappy==0.6.1", "snappy-c.h: No such file", "missing-header"),
    sdist("pyfftw", "pyFFTW==0.14.0", "fftw3.h: No such file", "missing-header"),
    sdist("gssapi", "gssapi==1.9.0", "krb5-config: not found", "missing-tool"),
    sdist("fiona", "fiona==1.10.1", "A GDAL API version must be", "missing-tool"),
    sdist("pyproj", "pyproj==3.7.0", "proj executable not found", "missing-tool"),
)
