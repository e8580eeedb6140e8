"""Named rules of each edition, registered when this package is loaded."""
