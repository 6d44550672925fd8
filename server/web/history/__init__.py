"""What has been, over HTTP."""
