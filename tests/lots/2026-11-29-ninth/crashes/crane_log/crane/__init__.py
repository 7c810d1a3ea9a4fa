"""A crane in a harbour, and the recorder of its loads."""
