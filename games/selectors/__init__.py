"""Reads of play: values for services, views for seats, documents for edges."""
