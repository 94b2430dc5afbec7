"""Accounts, guests, tokens and the personal channel of every player."""
