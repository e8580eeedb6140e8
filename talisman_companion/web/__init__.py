"""The page a scanned code opens: it knows the HTTP API and nothing else of the project."""
