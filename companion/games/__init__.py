"""The games: a folder each, with everything only that game has."""
