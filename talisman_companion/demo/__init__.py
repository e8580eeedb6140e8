"""The demo: plays a recorded evening against a running server, as the phones at the table would.

It is a client like any other: it knows the HTTP API and nothing of the code behind it.
"""
