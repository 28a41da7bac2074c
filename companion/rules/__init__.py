"""What all games share; imports nothing of ours."""
