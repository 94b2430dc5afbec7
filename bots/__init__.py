"""Strategies that play Spades and the seats they fill."""
