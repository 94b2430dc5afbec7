"""Ratings, ladders, seasons and the ranked queue."""
