"""`make soak`: whole games played at random to their end, with every step proved."""
