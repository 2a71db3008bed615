"""What outlives the process: the journal of every fight, written by one hand and synchronous on purpose."""
