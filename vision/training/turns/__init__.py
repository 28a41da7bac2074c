"""A photoreal stage: scripted games with hands, rolling dice and trouble, rendered picture by picture."""
