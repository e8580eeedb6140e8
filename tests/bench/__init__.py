"""`make bench`: what our requests cost beside plain views that do as much reading and writing."""
