"""Events: entries, pairing, rounds and standings."""
