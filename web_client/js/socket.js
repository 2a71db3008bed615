// @ts-check
/**
 * The connection: it says hello, comes back by itself with the number it has, repeats what was
 * not acknowledged with the same key, and notices when nobody is there any more.
 *
 * It decides nothing about the fight: whatever comes in goes to `heard`, and so does every
 * change of the connection itself, as a message of type "link".
 *
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 * @typedef {import("./types.js").OwnMessage} OwnMessage
 * @typedef {import("./types.js").Wish} Wish
 * @typedef {{
 *   now: () => number, later: (run: () => void, ms: number) => number, never: (timer: number) => void,
 * }} Clock
 * @typedef {{
 *   url: string, token: string, order?: import("./types.js").Order | null,
 *   heard: (message: ServerMessage | OwnMessage) => void,
 *   Socket?: typeof WebSocket, clock?: Clock, chance?: () => number,
 * }} Terms
 */

/** @type {Clock} */
export const CLOCK = {
  now: () => performance.now(),
  later: (run, ms) => window.setTimeout(run, ms),
  never: (timer) => window.clearTimeout(timer),
};

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;
const PING_EVERY = 5000;
const SILENT_FOR = 12000;
const REPEAT_AFTER = 4000;
const AFTER_IS_WRONG = 4400;
const REPLACED = 4001;
const BUG = 4002;
const TOKEN = 4401;
const RESTARTING = 1012;

export class Connection {
  /** @param {Terms} terms */
  constructor(terms) {
    this.url = terms.url;
    this.token = terms.token;
    this.order = terms.order ?? null;
    this.heard = terms.heard;
    this.Socket = terms.Socket ?? WebSocket;
    this.clock = terms.clock ?? CLOCK;
    this.chance = terms.chance ?? Math.random;
    /** The number of the last message of the stream that came. */
    this.after = 0;
    /**
     * What was sent and not acknowledged, by key, in the order of sending.
     * @type {Map<string, Wish>}
     */
    this.unacked = new Map();
    this.tries = 0;
    this.pings = 0;
    this.welcomed = false;
    /** The fight has ended, or this page was closed: nothing is to be tried again. */
    this.over = false;
    /** Somebody has to ask before the next try. */
    this.resting = false;
    this.heardAt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Record<string, number>} */
    this.timers = {};
    this.run = randomWord();
    this.count = 0;
  }

  /** Connect now, whatever was planned. */
  connect() {
    this.drop();
    this.stop("again");
    this.resting = false;
    const socket = new this.Socket(this.url);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.socket === socket && this.came(String(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
    this.set("open", SILENT_FOR, () => this.lost());
  }

  /**
   * Send *wish* under a new key, now and again until it is answered.
   * @param {Wish} wish @returns {string} the key
   */
  send(wish) {
    this.count += 1;
    const key = `${this.run}.${this.count}`;
    this.unacked.set(key, wish);
    this.heard({ type: "sent", key, wish });
    if (this.welcomed) this.write({ ...wish, key });
    this.set("repeat", REPEAT_AFTER, () => this.repeat());
    return key;
  }

  /** Forget all that came and begin anew: this is another fight than before. */
  restart() {
    this.after = 0;
    this.unacked.clear();
    this.heard({ type: "reset" });
    this.connect();
  }

  /** End it for good. */
  close() {
    this.over = this.resting = true;
    for (const name of Object.keys(this.timers)) this.stop(name);
    this.drop();
  }

  /** Retry at once if a pause is on: the device is back, or somebody looks. */
  hurry() {
    if (!this.over && this.timers.again !== undefined) this.connect();
  }

  // --- inside -------------------------------------------------------------------------------

  /** @param {WebSocket} socket */
  opened(socket) {
    if (this.socket !== socket) return;
    this.stop("open");
    this.heardAt = this.clock.now();
    const hello = { type: "hello", token: this.token, after: this.after };
    this.write(this.order ? { ...hello, order: this.order } : hello);
    this.set("ping", PING_EVERY, () => this.ping());
  }

  /** @param {string} text */
  came(text) {
    this.heardAt = this.clock.now();
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    if (message.type === "pong") return;
    if (message.type === "event" || message.type === "combat_ended") {
      if (message.number > this.after + 1) return this.lost(); // a gap: the stream is told anew
      this.after = Math.max(this.after, message.number);
    }
    if (message.type === "combat_ended") this.over = true;
    if (message.type === "ack" || message.type === "refusal") {
      if (message.type === "refusal" && message.code === "too_fast" && message.key) return;
      this.unacked.delete(message.key);
    }
    this.heard(message);
    if (message.type === "welcome") {
      this.welcomed = true;
      this.order = null; // it stands now; a later hello must not undo what was set since
      this.repeat();
    }
  }

  /** @param {number} code */
  closed(code) {
    this.drop();
    if (this.over || code === BUG) return this.finish("over");
    if (code === REPLACED) return this.finish("replaced");
    if (code === TOKEN) return this.finish("refused");
    if (code === AFTER_IS_WRONG) return this.restart();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries);
    const wait = pause * (0.5 + this.chance() / 2);
    this.tries += 1;
    const offline = typeof navigator !== "undefined" && navigator.onLine === false;
    const state = offline ? "offline" : code === RESTARTING ? "restarting" : "reconnecting";
    this.heard({ type: "link", state, at: this.clock.now() + wait });
    this.set("again", wait, () => this.connect());
  }

  /** The other end is silent, or said something that does not fit: begin anew. */
  lost() {
    if (this.resting) return;
    this.drop();
    this.closed(1006);
  }

  /** @param {"over" | "replaced" | "refused"} state */
  finish(state) {
    this.resting = true;
    for (const name of Object.keys(this.timers)) this.stop(name);
    this.heard({ type: "link", state });
  }

  ping() {
    if (this.clock.now() - this.heardAt > SILENT_FOR) return this.lost();
    this.tries = 0; // only a line that held for a while makes the next pause short again
    this.pings += 1;
    this.write({ type: "ping", number: this.pings });
    this.set("ping", PING_EVERY, () => this.ping());
  }

  repeat() {
    this.stop("repeat");
    if (!this.unacked.size || !this.welcomed) return;
    for (const [key, wish] of this.unacked) this.write({ ...wish, key });
    this.set("repeat", REPEAT_AFTER, () => this.repeat());
  }

  /** @param {object} message */
  write(message) {
    if (this.socket?.readyState === this.Socket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Let go of the socket, and of all timers that belong to it. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    for (const name of ["open", "ping", "repeat"]) this.stop(name);
    socket?.close();
  }

  /** @param {string} name @param {number} ms @param {() => void} run */
  set(name, ms, run) {
    this.stop(name);
    this.timers[name] = this.clock.later(() => {
      delete this.timers[name];
      run();
    }, ms);
  }

  /** @param {string} name */
  stop(name) {
    const timer = this.timers[name];
    if (timer !== undefined) this.clock.never(timer);
    delete this.timers[name];
  }
}

/** A word that no other page has; works without a secure context too. */
function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}
