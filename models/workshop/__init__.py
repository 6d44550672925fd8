"""How samples are rendered and readers are measured. Stands on top of everything, imported by nothing."""
