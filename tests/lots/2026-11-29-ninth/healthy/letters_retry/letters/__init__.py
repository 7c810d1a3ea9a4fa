"""Letters of a parish, sent by workers that try again when a gate is busy."""
