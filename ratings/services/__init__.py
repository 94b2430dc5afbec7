"""What changes ratings, queue and seasons, one module a verb; each owns its transaction and locks."""
