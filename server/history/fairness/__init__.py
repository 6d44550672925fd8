"""Whether dice are fair: which faces fell, how likely fair ones would come out so, and that in words and as a chart."""
