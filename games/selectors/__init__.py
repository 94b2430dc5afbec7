"""Reads: what is stored, put into the shapes that pages, sockets and the API show."""
