"""Anti-Monopoly."""
