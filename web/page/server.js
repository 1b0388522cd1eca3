// @ts-check
/** What the board is played with: here a server. Another one has the same methods. */

/** @import {Entered, Move, State} from "../page_types.d.ts" */

const PATIENCE = 15_000, PAUSE = 20_000;

/** What stays as the page is loaded again. */
export const kept = sessionStorage;

/** A refusal: a sentence for people, and the present state if the page's was an older one. */
export class Refused extends Error {
  status = 0;
  /** @type {State=} */
  state;
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
    if (entered.key) kept.setItem("key", (this.key = entered.key));
    return entered;
  }

  /**
   * Show any board, after moves that were tried on it and one that is made now; if need be, how that went.
   * @param {string} at @param {string[]} tried @returns {Promise<State>}
   */
  board(at, tried, move = "", staged = !!move) {
    return this.ask("board", { at, tried, move, staged });
  }

  /** @param {State} seen @param {Move} move @param {string} remark @returns {Promise<State>} */
  play(seen, move, remark) {
    if (!seen.match) return this.board(seen.at, seen.tried ?? [], move.text);
    return this.ask(seen.deed ?? "play", { move: move.text, remark }, seen);
  }

  /**
   * Do what a button says: a verb of a match, or what names another board.
   * @param {State} seen @param {string} verb @returns {Promise<State>}
   */
  verb(seen, verb, tried = seen.tried ?? []) {
    return verb.includes("|") ? this.board(verb, tried) : this.ask("verb", { verb }, seen);
  }

  /**
   * Call `heard` whenever something has happened since a state, until what is returned is called.
   * @param {State} seen @param {(isNew: boolean) => void} heard
   */
  listen({ match, count }, heard) {
    const over = new AbortController(), { signal } = over;
    const follow = async () => {
      const answer = await this.#send("listen", { match, count }, signal);
      if (!answer.ok || !answer.body) return;
      const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let got = await lines.read(); !got.done; got = await lines.read()) {
        if (got.value.includes("data: ")) heard(true);
      }
    };
    (async () => {
      while (!signal.aborted) {
        await follow().catch(() => {});
        await new Promise((go) => setTimeout(go, PAUSE));
        if (!signal.aborted) heard(false);
      }
    })();
    return () => over.abort();
  }

  /**
   * Ask about what is seen, once more with the link if the server has forgotten this page.
   * @param {string} name @param {object} more @param {Partial<State>} seen @returns {Promise<any>}
   */
  async ask(name, more, { match, count } = {}) {
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
    if (!answer.ok) throw Object.assign(new Refused(told.words), { status: answer.status, state: told.state });
    return told;
  }

  #send(/** @type {string} */ name, /** @type {object} */ fields, /** @type {AbortSignal} */ signal) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${this.key}` };
    return fetch(`api/${name}`, { method: "POST", headers, body: JSON.stringify(fields), signal });
  }
}
