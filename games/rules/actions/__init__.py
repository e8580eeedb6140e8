"""Actions: what may be logged, one file for each kind of thing people do."""
