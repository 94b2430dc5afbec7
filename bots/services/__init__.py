"""What bots do at tables."""
