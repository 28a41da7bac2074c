"""Tiles, cards and tokens: what lies flat."""
