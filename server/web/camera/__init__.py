"""The camera over HTTP: pictures that phones send, and setting one up."""
