"""What lies on tables besides dice, and how it comes to lie there."""
