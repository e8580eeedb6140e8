"""What we are measured against: plain Django REST framework views on the same server and database."""
