"""What is printed or woven: table tops, cards, tokens, keys and numerals, drawn from seeded noise."""
