"""The rules of Spades as pure values and functions."""
