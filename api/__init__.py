"""The HTTP API: translates requests into services and selectors, and their results into JSON."""
