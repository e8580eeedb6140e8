"""The phone client: knows the HTTP API and nothing of the code behind it."""
