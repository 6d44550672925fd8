"""From readings over time to rolls: what moved, what lay still, which dice were thrown."""
