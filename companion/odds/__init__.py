"""Exact odds of a turn of dice, by dynamic programming; numpy lives here and not in the rules."""
