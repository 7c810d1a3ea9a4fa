"""The keepers of a lighthouse: services that are started in order. With trio."""
