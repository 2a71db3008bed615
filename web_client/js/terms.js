// @ts-check
/** Words of ReQuest that no view explains; fetched with the help. */

/** What a newcomer asks, for the help. @type {[string, string][]} */
export const TERMS = [
  ["Carry the action over", "keep it for a later phase of the round, or for this one if what you name happens"],
  ["Let the action go", "do nothing with it; it is lost"],
  ["Yield, and be a prisoner", "give up: your fight is over, at the mercy of your foes"],
  ["holding back, falling back, fleeing", "its nerve failed: it defends, leaves or runs"],
  ["Grapple", "take hold of a foe with bare hands: held, it neither walks nor dodges"],
  ["Cast", "the chance is that of casting; a foe who may ward it off rolls against that"],
  ["Climb, dive, high", "high up only missiles reach those who fly"],
  ["Wait", "act at a later strike rank of this phase, or when something happens"],
  ["Precise attack", "at -40 %: hit the location that you name, or pass its armour"],
  ["Get closer, keep farther off", "change the reach at which you fight"],
  ["short, normal, long", "how far apart two fight who are engaged; at short reach only short weapons are of full use"],
  ["Declare that you flank", "+10 % for two or more who engage a foe with no friend beside it, but not for the one it minds"],
  ["Declare that you surround", "+20 % for three or more all round such a foe, but not for the one it minds"],
];
