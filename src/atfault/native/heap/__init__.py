"""The blocks of the C library's malloc, and of the guarding allocator of `run --again`."""
