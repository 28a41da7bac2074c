"""What only dice have: tops, sides, leaning, gold."""
