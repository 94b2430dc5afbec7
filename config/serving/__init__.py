"""How the server runs: in one process for a newcomer, or as a tree of processes."""
