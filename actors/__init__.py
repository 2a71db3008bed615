"""Who decides: combatants with their plans, and the minds behind them."""
