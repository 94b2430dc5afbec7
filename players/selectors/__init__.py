"""Reads of people: what stands about a player, for services and edges."""
