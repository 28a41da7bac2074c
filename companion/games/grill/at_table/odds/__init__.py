"""The exact odds of a turn of dice and tiles."""
