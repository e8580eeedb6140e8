"""Worked examples in YAML, and a program that runs them over HTTP."""
