// @ts-check
/** What the board is played with: here a server. Another one has the same methods. */

/** @import {Drawn, Entered, Hint, Move, State, Turn} from "../page_types.d.ts" */

const PATIENCE = 15_000;
const PAUSE = 20_000;

/** What stays while the page is open, also when it is loaded again. @type {Pick<Storage, "getItem" | "setItem" | "clear">} */
export const kept = sessionStorage;

/** A refusal: a sentence for people, and the present state if the page's was an older one. */
export class Refused extends Error {
  /** @param {string} words @param {number} status @param {State=} state */
  constructor(words, status, state) {
    super(words);
    this.status = status;
    this.state = state;
  }
}

export class Server {
  /** @param {string} token @param {() => string[]} have what the page need not be sent again */
  constructor(token, have) {
    this.token = token;
    this.have = have;
    this.key = kept.getItem("key") ?? "";
  }

  /** @param {boolean} agreed @returns {Promise<Entered>} */
  async enter(agreed) {
    const entered = await this.#post("enter", { token: this.token, agreed });
    if (entered.key) {
      this.key = entered.key;
      kept.setItem("key", this.key);
    }
    return entered;
  }

  /** @param {number} match @returns {Promise<State>} */
  state(match) {
    return this.#ask("state", { match });
  }

  /**
   * Show any board, after the moves that were tried on it and one that is made now; if need be, how the last one went.
   * @param {string} at @param {string[]} tried @returns {Promise<State>}
   */
  board(at, tried, move = "", staged = Boolean(move)) {
    return this.#ask("board", { at, tried, move, staged });
  }

  /** @param {State} seen @param {Move} move @returns {Promise<Drawn & {words: string}>} */
  look(seen, move) {
    return this.#ask("look", { move: move.text }, seen);
  }

  /** @param {State} seen @param {Move} move @param {string} remark @returns {Promise<State>} */
  play(seen, move, remark) {
    if (!seen.match) return this.board(seen.at, seen.tried ?? [], move.text);
    return this.#ask(seen.deed ?? "play", { move: move.text, remark }, seen);
  }

  /** @param {State} seen @param {string} stage @param {string} move @returns {Promise<Hint>} */
  hint(seen, stage, move) {
    return this.#ask("hint", { stage, move }, seen);
  }

  /**
   * Do what a button says: a verb of a match, or what another board is named by.
   * @param {State} seen @param {string} verb @returns {Promise<State>}
   */
  verb(seen, verb, tried = seen.tried ?? []) {
    return verb.includes("|") ? this.board(verb, tried) : this.#ask("verb", { verb }, seen);
  }

  /** @param {State} seen @returns {Promise<Turn>} */
  turn(seen) {
    return this.#ask("turn", {}, seen);
  }

  /** @param {State} seen @param {string} note @returns {Promise<State>} */
  note(seen, note) {
    return this.#ask("note", { note }, seen);
  }

  /**
   * Call `heard` whenever something has happened since a state, until what is returned is called.
   * @param {State} seen @param {(isNew: boolean) => void} heard
   */
  listen(seen, heard) {
    const over = new AbortController();
    const follow = async () => {
      const { match, count } = seen;
      const answer = await this.#send("listen", { match, count }, over.signal);
      if (!answer.ok || !answer.body) throw new Refused("", answer.status);
      const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let got = await lines.read(); !got.done; got = await lines.read()) {
        if (got.value.includes("data: ")) heard(true);
      }
    };
    (async () => {
      while (!over.signal.aborted) {
        await follow().catch(() => {});
        await new Promise((go) => setTimeout(go, PAUSE));
        if (!over.signal.aborted) heard(false);
      }
    })();
    return () => over.abort();
  }

  /** Ask once more with the link if the server has forgotten this page since. @returns {Promise<any>} */
  async #ask(/** @type {string} */ name, /** @type {object} */ more, /** @type {Partial<State>} */ { match, count } = {}) {
    const fields = { match, count, have: this.have(), ...more };
    try {
      return await this.#post(name, fields);
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.status !== 401 || !this.token) throw refused;
      await this.enter(true);
      return this.#post(name, fields);
    }
  }

  /** @returns {Promise<any>} */
  async #post(/** @type {string} */ name, /** @type {object} */ fields) {
    const answer = await this.#send(name, fields, AbortSignal.timeout(PATIENCE));
    const told = await answer.json();
    if (!answer.ok) throw new Refused(told.words, answer.status, told.state);
    return told;
  }

  #send(/** @type {string} */ name, /** @type {object} */ fields, /** @type {AbortSignal} */ signal) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${this.key}` };
    return fetch(`api/${name}`, { method: "POST", headers, body: JSON.stringify(fields), signal });
  }
}
