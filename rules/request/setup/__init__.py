"""From a scenario's decoded TOML to the Setup of a fight: everything that can be wrong is found here.

`model` says what may stand in the file, `sheets` turns one creature into a combatant,
`oneline` reads people in a line each and `person` writes them in full,
`script` reads what happens of itself, `scenario` puts them together, and `advice` says
what is possible but odd.
"""

from __future__ import annotations

from rules.request.setup.advice import advice
from rules.request.setup.scenario import decode, remarks
from rules.request.setup.sheets import MINDS, base_value, sheet

__all__ = ["MINDS", "advice", "base_value", "decode", "remarks", "sheet"]
