"""The sockets of a table."""
