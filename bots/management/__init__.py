"""Commands of the bots."""
