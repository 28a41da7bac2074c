"""What Heckmeck Junior brings to the table beyond its rules."""
