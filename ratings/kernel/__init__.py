"""Whole periods of games at once: the mathematics of `ratings.engine` over arrays."""
