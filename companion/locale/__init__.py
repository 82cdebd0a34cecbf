"""Catalogues, and the language of the table."""
