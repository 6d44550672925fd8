"""What the table heeds of what the camera sees: what a roll means here, what is asked, and what answers it. Pure."""

from croupier.server.heed.asked import Told, answers, as_told, asked_still, in_words
from croupier.server.heed.rows import Row, nothing_new, rows_of

__all__ = ["Row", "Told", "answers", "as_told", "asked_still", "in_words", "nothing_new", "rows_of"]
