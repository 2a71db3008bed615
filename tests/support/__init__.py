"""The test kit: small things that tests share, with a care of their own."""
