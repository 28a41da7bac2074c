"""What all games with a grill share; no game itself."""
