"""Phones at the table: seats, rights, and the server on a thread of its own; off until wanted."""
