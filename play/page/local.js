// @ts-check
/** What the board is played with where there is no server: Python in this browser. It has the same methods. */

/** @import {Move, State} from "../../web/page_types.d.ts" */
/** @typedef {Object<string, Object<string, unknown>>} Memory what a browser keeps, by subject and game */
/** @typedef {State & {keep?: Memory, job?: ?object, refused?: string}} Answer */

const VERSION = 1; // of what is kept, and of links
const AGAIN = 500;
const found = { at: "", tried: /** @type {string[]} */ ([]) };
const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A storage that works as long as the page is open even where a browser has none, or no room in it. */
function storage(/** @type {() => Storage} */ open) {
  const known = new Map();
  const attempt = (/** @type {(from: Storage) => ?string | void} */ work) => {
    try {
      return work(open()) ?? null;
    } catch {
      return null;
    }
  };
  return {
    getItem: (/** @type {string} */ key) => known.get(key) ?? attempt((from) => from.getItem(key)),
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      known.set(key, value);
      attempt((into) => into.setItem(key, value));
    },
    clear: () => {
      known.clear();
      attempt((all) => all.clear());
    },
  };
}

const inside = parent !== self; // a board to try on a page about its game: it loads Python once somebody moves
document.documentElement.classList.toggle("inside", inside);
const tab = storage(() => sessionStorage), device = storage(() => localStorage);
export const kept = tab;

/** @returns {Memory} */
function memory() {
  try {
    const { version, ...all } = JSON.parse(device.getItem("parlour") ?? "{}");
    return version === VERSION ? all : {};
  } catch {
    return {};
  }
}

/** Keep more of some subjects, whatever another tab has kept meanwhile. */
function remember(/** @type {Memory} */ more) {
  /** @type {any} */
  const all = memory();
  for (const [subject, games] of Object.entries(more)) all[subject] = { ...all[subject], ...games };
  device.setItem("parlour", JSON.stringify({ version: VERSION, ...all }));
}

/** @param {string} where @param {string[]} tried */
const linkTo = (where, tried) =>
  `${location.origin}${location.pathname}#${new URLSearchParams({ v: String(VERSION), at: where, moves: tried.join(" ") })}`;

/** Open what a link names: a game, or a board of this version with moves made on it. */
function follow(/** @type {string} */ fragment) {
  const named = new URLSearchParams(fragment);
  const isBoard = named.get("v") === String(VERSION), moves = named.get("moves") ?? "";
  const where = /^[a-z]+$/.test(fragment) ? `${inside ? "match" : "game"}|${fragment}` : isBoard ? named.get("at") ?? "?" : "?";
  tab.setItem("board", JSON.stringify([where, moves.split(" ").filter(Boolean)]));
}

if (location.hash) follow(location.hash.slice(1));
const language = document.documentElement.lang; // which language.js has chosen
device.setItem("language", language);

/** A refusal: a sentence for people. */
export class Refused extends Error {
  /** @type {State=} */
  state;
}

/** Python in a worker, which answers one question after the other. */
class Python {
  /** @param {(told: {name: string, done: number, all: number}) => void} loading @param {() => void} ready */
  constructor(loading = () => {}, ready = () => {}) {
    /** @type {Map<number, {answer: (told: any) => void, fail: (error: Error) => void}>} */
    this.waiting = new Map();
    this.number = 0;
    this.isReady = false;
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.postMessage({ language });
    this.worker.onmessage = ({ data }) => {
      if (data.loading) return loading(data.loading);
      if (data.ready) {
        this.isReady = true;
        return ready();
      }
      this.waiting.get(data.number)?.[data.failed ? "fail" : "answer"](data.failed ? new Error(data.failed) : data.told);
      return this.waiting.delete(data.number);
    };
    this.worker.onerror = () => {
      for (const { fail } of this.waiting.values()) fail(new Error("the worker failed"));
    };
  }

  /** @param {string} name @param {object} fields @returns {Promise<any>} */
  ask(name, fields) {
    this.worker.postMessage({ number: ++this.number, name, fields: JSON.stringify(fields) });
    return new Promise((answer, fail) => this.waiting.set(this.number, { answer, fail }));
  }

  end() {
    this.worker.terminate();
  }
}

/** Show how much of what is loaded. */
async function tellLoading(/** @type {{name: string, done: number, all: number}} */ { name, done, all }) {
  const bar = /** @type {HTMLProgressElement} */ (document.querySelector("#loading progress"));
  at("loading").hidden = done >= all;
  bar.max = all;
  bar.value = done;
  const { words } = (await first).entered, what = name.startsWith("py") ? "Python" : "Parlour";
  const [some, most] = [done, all].map((bytes) => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 }));
  at("loaded").textContent = words.loading.replace("{what}", what).replace("{done}", some).replace("{all}", most);
}

/** Have all files kept, also those of this language, for when there is no network. */
async function keepAll() {
  const keeper = navigator.serviceWorker;
  const keeps = keeper?.controller ?? new Promise((go) => keeper?.addEventListener("controllerchange", go));
  await keeper?.register("offline.js");
  await keeps; // what is read before that is not kept
  const { states } = await first;
  await Promise.all(Object.values(states).map((name) => read(`${language}/${name}`)));
  if (language !== "en") await fetch(`words/${language}.json`);
}

/** @param {string} file @returns {Promise<any>} */
async function read(file) {
  const answer = await fetch(`first/${file}.json`);
  if (!answer.ok) throw new Error(file);
  return answer.json();
}

/** The words, and which boards can be shown before there is Python. */
const first = read(language);

export class Server {
  /** @param {string} _token @param {() => string[]} have what the page need not be sent again */
  constructor(_token, have) {
    this.have = have;
    this.key = "";
    /** @type {?Python} */
    this.started = null;
    /** @type {?Python} */
    this.thinker = null;
    if (!inside) void this.python;
    /** @type {string[]} What the computer has answered to the present board. */
    this.answers = [];
  }

  get python() {
    this.started ??= new Python(tellLoading, () => {
      keepAll().catch(() => {}); // its files are there already, and need not come twice
      this.#warm();
    });
    return this.started;
  }

  async enter() {
    return (await first).entered;
  }

  /** @param {string} where @returns {Promise<?State>} how a board looks before there is Python */
  async #before(where) {
    const { states } = await first, game = where.split("|")[1], name = Object.hasOwn(states, where) && states[where];
    if (!name || (!inside && Object.values(memory()).some((games) => games?.[game]))) return null; // else it would be another's
    const state = await read(`${language}/${name}`), board = state.ground ? await read(state.ground) : null;
    const fresh = Object.entries(state.parts).filter(([part]) => !this.have().includes(part));
    return { ...state, board, parts: Object.fromEntries(fresh) };
  }

  /**
   * Show any board, after the moves that were made on it and one that is made now.
   * @param {string} where @param {string[]} tried @returns {Promise<State>}
   */
  async board(where, tried, move = "", staged = Boolean(move), text = "") {
    if (!this.started?.isReady && !tried.length && !move) {
      const state = await this.#before(where);
      if (state) return this.#shown(state);
    }
    const same = where === found.at && tried.join() === found.tried.join();
    const answers = same && !move ? this.answers : [];
    const moves = tried.length || !where.startsWith("re") ? tried : found.tried; // steps of a replay are of the same match
    const fields = { at: where, tried: moves, move, staged, answers, text, kept: memory() };
    try {
      return this.#shown(await this.#ask("board", fields));
    } catch (refused) {
      if (!(refused instanceof Refused) || found.at || !where) throw refused;
      const home = await this.#ask("board", { at: "" });
      return this.#shown({ ...home, lines: [refused.message, ...home.lines] });
    }
  }

  /** @param {Answer} state */
  #shown(state) {
    if (state.at !== found.at || state.tried?.join() !== found.tried.join()) this.answers = [];
    found.at = state.at;
    found.tried = state.tried ?? [];
    if (state.keep) remember(state.keep);
    this.#warm();
    state.lines = state.lines.map((line) => line.replace("{link}", () => linkTo(...this.#linked(state))));
    return state;
  }

  /** @param {State} state @returns {[string, string[]]} */
  #linked({ at: where, tried }) {
    return [where.replace(/^record\|/, "match|"), tried ?? []];
  }

  /** @param {State} seen @param {Move} move @param {string} _remark */
  play(seen, move, _remark) {
    return this.board(seen.at, seen.tried ?? [], move.text);
  }

  /** @param {State} seen @param {string} verb */
  verb(seen, verb, tried = seen.tried ?? []) {
    return this.board(verb, tried);
  }

  /**
   * Ask something about what is seen.
   * @param {string} name @param {any} more @param {State} seen @returns {Promise<any>}
   */
  async ask(name, more, seen) {
    if (name === "state") return this.board(found.at, found.tried, "", true);
    if (name === "turn") return { parts: {}, frames: [] };
    if (name === "note") return this.#open(more.note);
    const fields = { at: seen.at, tried: seen.tried, ...more };
    if (name === "look") return this.#ask(name, fields);
    const { job } = await this.#ask(name, fields);
    return this.#ask(name, { ...fields, answers: [await this.#think(job)] });
  }

  /** Open what was written: a record, or a link. @param {string} text */
  #open(text) {
    const [, fragment = ""] = /#(\S+)\s*$/.exec(text) ?? [];
    if (!fragment) return this.board("open", [], "", false, text);
    follow(fragment);
    const [where, tried] = JSON.parse(tab.getItem("board") ?? "[]");
    return this.board(where, tried);
  }

  /**
   * Let the computer think where it is to, and call `heard` once it has; until what is returned is called.
   * @param {Answer} seen @param {() => Promise<void>} heard
   */
  listen(seen, heard) {
    let over = false, thinking = false;
    const { job } = seen;
    (async () => {
      if (!job) return;
      thinking = true;
      const answer = await this.#think(job);
      thinking = false;
      if (over) return;
      this.answers = [...this.answers, answer];
      while (!over) {
        await heard();
        await new Promise((go) => setTimeout(go, AGAIN));
      }
    })();
    return () => {
      over = true;
      if (!thinking) return;
      this.thinker?.end();
      this.thinker = new Python();
    };
  }

  /** Start what the computer thinks with before it is to move, but not beside the first Python. */
  #warm() {
    if (this.started?.isReady && /^(game|match)\|/.test(found.at)) this.thinker ??= new Python();
  }

  /** @param {object} job @returns {Promise<string>} */
  #think(job) {
    this.thinker ??= new Python();
    return this.thinker.ask("run", job).catch(() => this.python.ask("run", job)); // there may be no room for two
  }

  /** @param {string} name @param {object} fields @returns {Promise<any>} */
  async #ask(name, fields) {
    const { words } = (await first).entered;
    const told = await this.python.ask(name, { have: this.have(), ...fields }).catch((error) => {
      console.error(error);
      return { refused: words.failed };
    });
    if (told.refused) throw new Refused(told.refused);
    return told;
  }
}
