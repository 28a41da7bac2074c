"""What the journal tells after the game: luck and skill, and whether the dice are fair."""
