// @ts-check
/**
 * @typedef {{d100?: number, damage?: number[], location?: number, opposed?: number}} TableDice
 * The protocol's words as the page reads them; docs/protocol.md has the same names.
 * Nothing runs here: the file is for editors and type checkers.
 *
 * @typedef {{mode?: "never" | "ask" | "automatic", threshold?: number}} Order
 * @typedef {{option: string, values?: string[], also?: string[]}} Intent
 * @typedef {{prompt: string, option: string, values?: string[], also?: string[]}} Answer
 * @typedef {{id: string, label: string, chance?: number, damage?: number, place?: string}} Value
 * @typedef {{name: string, values: Value[]}} Parameter
 * @typedef {{reason: string, rule: string}} Unavailable
 * @typedef {{
 *   id: string, label: string, cost?: number, rank?: number, chance?: number, damage?: number,
 *   parameters?: Parameter[], default?: boolean, unavailable?: Unavailable, about?: string,
 *   dice?: {field: "d100" | "opposed" | "damage" | "location", label: string, sides: number}[],
 * }} Option
 * @typedef {{
 *   id: string, combatant: string, kind: "action" | "reaction" | "declaration",
 *   round: number, phase: number, rank: number, options: Option[], default: Answer,
 *   trivial?: Option[], by?: string, item?: string, about?: string,
 * }} Prompt
 * @typedef {{intent: Intent, reason: string}} Dropped
 *
 * @typedef {{id: string, name: string, state: string, loaded?: boolean, missiles?: number}} SeenItem
 * @typedef {{
 *   id: string, name: string, side: string, creature: string, state: string, stance: string,
 *   conditions: string[], wounds: string[], armour: number[], items: SeenItem[],
 *   body?: string[], hit_points?: number[], actions?: number, waiting?: string, hidden?: boolean, place?: string, magic_points?: number, rune_points?: number,
 *   large?: boolean, rides?: string, engaged?: {foe: string, reach: string, metres?: number}[], formation?: string, focus?: string,
 *   holding?: string, steed?: boolean, metres?: number, before?: string,
 *   spells?: (string | {condition: string, rounds: number})[], task?: {spell: string, at: string, actions: number}, dies?: number,
 * }} Seen
 * @typedef {{who: string, state: string, rank?: number | null}} SeenTurn
 * @typedef {{width: number, height: number, rows?: string[], heights?: string[]}} Field
 * @typedef {{
 *   rules?: string, round: number, phase: number, rank: number, combatants: Seen[], field?: Field, turns?: SeenTurn[],
 *   sides?: {id: string, name: string}[],
 * }} View
 *
 * @typedef {{text: string, role?: string, who?: string}} Words
 * @typedef {{words: Words[], rank?: number, details?: string[], why?: string[], part?: Words[]}} Told
 * @typedef {{
 *   id: string, kind: string, round: number, phase: number, rank: number, by?: string, at?: string,
 *   fates?: Fate[],
 * }} Event
 * @typedef {{
 *   id: string, name: string, side: string, state: string, fatigue?: string, succeeded?: string[], dies?: number,
 *   wounds?: {place: string, left: number, full: number, severity?: string, bleeds?: boolean}[],
 *   lost?: {item: string, name: string, how: string, number?: number}[],
 * }} Fate
 * @typedef {{kind: string, winner: string, rounds: number}} Outcome
 *
 * @typedef {{
 *   type: "welcome", fight: string, name: string, role: "seat" | "spectator", combatant: string,
 *   controls: boolean, number: number,
 * }} Welcome
 * @typedef {{type: "prompt", prompt: Prompt, seconds?: number, dropped?: Dropped[]}} PromptMessage
 * @typedef {{type: "event", number: number, event: Event, told?: Told}} EventMessage
 * @typedef {{
 *   type: "refusal", key: string, code: string, field?: string, given?: string, allowed?: string,
 *   seconds?: number, attempts?: number,
 * }} Refusal
 * @typedef {Welcome | PromptMessage | EventMessage | Refusal
 *   | {type: "lobby", waiting: string[]}
 *   | {type: "control", on: boolean}
 *   | {type: "view", number: number, view: View}
 *   | {type: "closed", prompt: string, answer?: Answer, origin?: string}
 *   | {type: "plans", combatant: string, intents: Intent[], order: Order}
 *   | {type: "stand_in", combatant: string, on: boolean}
 *   | {type: "ack", key: string}
 *   | {type: "combat_ended", number: number, outcome?: Outcome}
 *   | {type: "pong", number: number}
 * } ServerMessage
 *
 * What the client may send with a key, before it has one.
 * @typedef {{type: "answer", answer: Answer}
 *   | {type: "edit_intents", combatant: string, edit: object}
 *   | {type: "set_order", combatant: string, order: Order}
 *   | {type: "take_back", combatant: string}
 * } Wish
 *
 * How the connection is: what the banner says.  *at* is when the next try begins.
 * @typedef {{
 *   type: "link",
 *   state: "connecting" | "connected" | "reconnecting" | "offline" | "restarting" | "replaced"
 *     | "refused" | "over",
 *   at?: number, why?: string,
 * }} Link
 *
 * What the page tells its own reducer beside what the server says.
 * @typedef {Link | {type: "sent", key: string, wish: Wish} | {type: "reset"}} OwnMessage
 */
export {};
