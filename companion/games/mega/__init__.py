"""The Mega Edition."""
