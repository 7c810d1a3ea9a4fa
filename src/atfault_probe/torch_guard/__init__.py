"""What torch's functions are given, checked before their kernels run."""
