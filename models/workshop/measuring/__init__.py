"""What makes up a measurement: pictures and their truth, readings, disturbances, figures and how they are told."""
