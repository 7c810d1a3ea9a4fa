"""What was decoded and diagnosed, in the words and the order of the report."""
