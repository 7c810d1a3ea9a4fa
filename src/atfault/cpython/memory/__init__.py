"""Python's allocators and objects that are damaged or gone: what lies at an address."""
