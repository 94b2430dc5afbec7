"""What every request passes through before and after it reaches a view."""
