"""Which of the faces found are dice, what they show, and how sure that is."""
