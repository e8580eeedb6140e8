"""`make screens`: pictures of the report, on a phone and in print, from games that are recorded."""
