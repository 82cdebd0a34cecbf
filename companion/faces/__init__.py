"""Pure pictures of the state at a moment: what a panel shows, what a screen shows."""
