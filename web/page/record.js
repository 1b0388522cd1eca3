// @ts-check
/** What a record is played with: every position is in its page. It has a server's methods. */

export const kept = { getItem: () => null, setItem: () => {}, clear: () => {} };

export class Refused extends Error {}

const record = JSON.parse(document.getElementById("record")?.textContent ?? "{}");

export class Server {
  key = "";

  /** @param {string} _token @param {() => string[]} have */
  constructor(_token, have) {
    this.have = have;
  }

  async enter() {
    const { language, words } = record;
    return { key: "record", whose: record.about, language, words };
  }

  /**
   * Show the board after some moves.
   * @param {string} at
   */
  async board(at) {
    const now = Number(at), { title, players, board, parts, tokens, single } = record, { lines, described, last, drawn, stages } = record.steps[now];
    const put = (/** @type {number[]} */ all) => all.map((each) => tokens[each]);
    const fresh = Object.entries(parts).filter(([name]) => !this.have().includes(name));
    const names = record.steps.map((/** @type {any} */ { lines: [name] }) => name);
    return {
      ...{ at, count: now, ply: now, may_move: false, moves: [], verbs: [] },
      ...{ title, players: [players], board, single, lines, described, last, parts: Object.fromEntries(fresh) },
      tokens: put(drawn),
      stages: stages.length && { parts: {}, frames: stages.map((/** @type {[number[], number]} */ [all, time]) => [put(all), time]) },
      steps: { now, names, to: "{ply}", curve: [], turns: [], about: "" },
    };
  }

  listen() {
    return () => {};
  }
}
