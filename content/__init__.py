"""What is printed: the schema of packs, the packs themselves, and what reads them."""
