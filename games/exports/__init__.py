"""Histories as files: what one asker may read of a game, written in the formats there are."""
