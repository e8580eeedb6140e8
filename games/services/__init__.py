"""What people do: every write, each in one short transaction."""
