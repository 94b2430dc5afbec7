"""What must survive crashes and races: harnesses that drive real processes, and their checkers."""
