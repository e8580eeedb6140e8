"""Verbs: everything that may happen to the table, each a rule so that a card may interrupt it."""
