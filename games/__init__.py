"""What is on the table: games, seats, and everything that was logged."""
