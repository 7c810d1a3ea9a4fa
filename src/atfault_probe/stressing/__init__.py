"""What `atfault stress` runs in a child process."""
