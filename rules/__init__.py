"""What is true: the rule systems as pure machines, which never wait and touch nothing outside."""
