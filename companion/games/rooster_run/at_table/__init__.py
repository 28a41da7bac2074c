"""What Rooster Run brings to the table beyond its rules."""
