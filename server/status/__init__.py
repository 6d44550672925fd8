"""How the table's machine is doing: the status page's facts, metrics, log lines and the bug report."""
