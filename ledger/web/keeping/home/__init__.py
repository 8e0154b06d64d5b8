"""The home page, starting a club here, and bringing one along from elsewhere."""
