"""A catalogue of stamps, whose pages are fetched from a slow archive."""
