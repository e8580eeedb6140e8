"""What the API reads and tells, as models: one file a noun, read strictly, told from plain dicts."""
