"""Renders whole benches of strangers' games: dice, art, tables and light that nobody tuned the eye to."""
