"""What can be done with accounts: one module for each kind of doing."""
