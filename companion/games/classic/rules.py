"""The classic game answers every question the usual way."""

from companion.core.work import GameRules

RULES = GameRules
