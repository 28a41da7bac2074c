"""What a moment's choices are worth: each game's coach knows."""
