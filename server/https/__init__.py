"""A table under https: the addresses that this machine answers at, and a certificate of its own for them."""
