"""Objects of the target, decoded without running any code: `objects.ValueDecoder` is the way in."""
