"""The referee at your table."""
