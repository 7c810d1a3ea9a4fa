"""One generated table of structure layouts per minor version of CPython; `load` picks one."""
