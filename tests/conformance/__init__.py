"""Any fight of a system, of everything it has mixed, holds to one table of what must always be true."""
