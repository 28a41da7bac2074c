"""What the games of grill and tiles share at the table, beyond their rules."""
