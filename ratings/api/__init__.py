"""Ranked play under /api/v1/."""
