"""What can be done at a table, one module a verb; each function owns its transaction and locks.

Locks are taken in the order table, game, hand; a hand's log is written by compare-and-swap.
"""
