"""Danish formats."""
