// @ts-check
/** ReQuest's locations come without names, always in this order. */

export const LOCATIONS = ["right leg", "left leg", "abdomen", "chest", "right arm", "left arm", "head"];

/** The word for a location with nothing to tell. */
export const WHOLE = "unhurt";

/** What ids mean that no view has a name for. @type {Record<string, string>} */
export const NAMES = { unarmed: "bare hands" };
