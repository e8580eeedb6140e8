"""One file a noun: each method reads, calls a service or a selector, and answers."""
