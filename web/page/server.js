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
  /** @param {string} token */
  constructor(token) {
    this.token = token;
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

  /** @param {number} match @param {string[]} have @returns {Promise<State>} */
  state(match, have) {
    return this.#ask("state", { match, have });
  }

  /**
   * Show any board, after the moves that were tried on it and one that is made now; if need be, how the last one went.
   * @param {string} at @param {string[]} tried @param {string[]} have @returns {Promise<State>}
   */
  board(at, tried, have, move = "", staged = Boolean(move)) {
    return this.#ask("board", { at, tried, move, have, staged });
  }

  /** @param {State} seen @param {Move} move @param {string[]} have @returns {Promise<Drawn & {words: string}>} */
  look(seen, move, have) {
    return this.#ask("look", { match: seen.match, count: seen.count, move: move.text, have });
  }

  /** @param {State} seen @param {Move} move @param {string} remark @param {string[]} have @returns {Promise<State>} */
  play(seen, move, remark, have) {
    if (!seen.match) return this.board(seen.at, seen.tried ?? [], have, move.text);
    return this.#ask(seen.deed ?? "play", { match: seen.match, count: seen.count, move: move.text, remark, have });
  }

  /** @param {State} seen @param {string} stage @param {string} move @returns {Promise<Hint>} */
  hint(seen, stage, move) {
    return this.#ask("hint", { match: seen.match, count: seen.count, stage, move });
  }

  /**
   * Do what a button says: a verb of a match, or what another board is named by.
   * @param {State} seen @param {string} verb @param {string[]} have @returns {Promise<State>}
   */
  verb(seen, verb, have, tried = seen.tried ?? []) {
    return verb.includes("|") ? this.board(verb, tried, have) : this.#ask("verb", { match: seen.match, count: seen.count, verb, have });
  }

  /** @param {State} seen @param {string[]} have @returns {Promise<Turn>} */
  turn(seen, have) {
    return this.#ask("turn", { match: seen.match, count: seen.count, have });
  }

  /** @param {State} seen @param {string} note @param {string[]} have @returns {Promise<State>} */
  note(seen, note, have) {
    return this.#ask("note", { match: seen.match, note, have });
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
  async #ask(/** @type {string} */ name, /** @type {object} */ fields) {
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
