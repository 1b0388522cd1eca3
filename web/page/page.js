// @ts-check
/** The page around a board: what is chosen, what is told, and which buttons there are. */

import { Board, isStill } from "./board.js";
import { Refused, Server, kept } from "./server.js";
import { switching } from "./sound.js";
import { Steps, button } from "./steps.js";

/** @import {Entered, Hint, Move, State, Verb} from "../page_types.d.ts" */

const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [, secret = "", shown = ""] = /^#([\w-]{43})\/([\w.-]+)$/.exec(location.hash) ?? [];
if (location.hash) history.replaceState(null, "", location.pathname);
if (secret) {
  kept.clear();
  kept.setItem("token", secret);
  kept.setItem("board", JSON.stringify([/^\d+$/.test(shown) ? `web|${shown}` : shown.replaceAll(".", "|"), []]));
}
const server = new Server(kept.getItem("token") ?? "", () => board.have);
const board = new Board(/** @type {any} */ (at("board")), tap);
const steps = new Steps(at("steps"), (ply) =>
  doing(async () => show(await server.board((state.steps?.to ?? "").replace("{ply}", String(ply)), [], "", ply === state.count + 1))));
/** @type {Object<string, string>} */
let words = {};
/** @type {State} */
let state;
/** @type {string[]} The cells that were tapped for a move. */
let taps = [];
/** Where a tap plays the move that is looked at. */
let ready = { cell: "", play: button("", () => {}) };
/** @type {?() => Promise<unknown>} */
let later = null;
let busy = false, deadline = 0, stopListening = () => {};
const WAIT = 3_000, WIDE = 960;

/** @param {string} key @param {string} value fills in the braces of a sentence */
const filled = (key, value) => words[key].replace(/\{\w+\}/, value);
/** @param {Move} move */
const endOf = (move) => move.path.at(-1) ?? "";

/** @param {boolean} shown whether there is something to be seen */
function unveil(shown) {
  board.svg.toggleAttribute("hidden", !shown || !state.board);
  at("words").hidden = !state?.board;
  at("rest").hidden = !shown;
}

/** @param {string} told */
function say(told) {
  const strong = document.createElement("strong"), first = told.split("\n", 1)[0];
  strong.textContent = first;
  if (at("told").textContent !== told) at("told").replaceChildren(strong, told.slice(first.length));
}

/** Say something, with buttons in place of others. @param {string} told @param {Element[]} choices */
function tell(told, ...choices) {
  say(told);
  at("choices").replaceChildren(...choices);
  at("verbs").hidden = choices.length > 0;
}

/** Say something as nothing is chosen. @param {string} told */
function lead(told) {
  tell(told, ...passes(), ...again());
  at("verbs").hidden = false;
}

/**
 * Do one thing at a time; tell a refusal, and show the state that comes with it. Of what is asked
 * meanwhile, the last is done after it, unless the state is then another.
 * @param {() => Promise<unknown>} work
 */
async function doing(work) {
  if (busy) return void (later = work);
  const seen = state;
  busy = true;
  later = null;
  try {
    await work();
  } catch (refused) {
    if (!(refused instanceof Refused)) console.error(refused);
    if (refused instanceof Refused && refused.state) show(refused.state);
    else if (state) rest();
    tellRefusal(refused);
  } finally {
    busy = false;
  }
  if (later && state === seen) await doing(later);
}

/** The button that leads on. */
function again() {
  const next = state?.may_move ? null : state?.next;
  return next ? [Object.assign(button(next.words, () => doing(() => open(next.at)), "go"), { id: "next", ariaKeyShortcuts: "n" })] : [];
}

const open = async (/** @type {string} */ where) => show(await server.board(where, []));

/** Show a state, and how it came about if it follows on the one before. */
function show(/** @type {State} */ next, looked = false) {
  const before = board.tokens;
  const isSame = state?.title === next.title && state.match === next.match;
  const gained = isSame ? next.ply - state.ply : 0, goesOn = next.steps ? gained === 1 : gained > 0;
  const wins = isSame && next.won && !state.won, listens = isSame && state.count === next.count;
  if (!isSame) {
    scrollTo(0, 0);
    at("all").toggleAttribute("open", !!next.steps && innerWidth >= WIDE);
  }
  state = next;
  kept.setItem("board", JSON.stringify([state.at, state.tried ?? []]));
  if (state.board) board.lay(state.board);
  const said = at("told").textContent ?? "";
  rest();
  const runs = goesOn && state.single && (state.turn || state.stages) && !isStill();
  if (runs) {
    say(said); // other words would run ahead
    board.put(before);
  } else if (goesOn && state.last) board.replay(before, state.single ? [] : state.last, looked);
  (runs ? replayTurn().catch(() => board.put(board.tokens)) : Promise.resolve()).then(() => board.ended).then(() => {
    if (state !== next) return;
    if (runs && !taps.length) say(lines());
    if (wins) board.cheer(state.last);
  });
  board.svg.classList.toggle("won", !!state.won);
  board.svg.classList.toggle("wrong", !!state.wrong);
  if (state.wrong) board.refuse();
  if (state.chosen) {
    offer([state.chosen]);
    at("choices").append(back());
  }
  steps.show(state.steps ?? null, words);
  unveil(true);
  document.title = at("title").textContent = state.title;
  board.svg.ariaLabel = state.players.join(" – ");
  at("described").textContent = state.described;
  const hint = state.hints ? [button(words.hint, () => doing(() => ask("piece")))] : [];
  const turn = state.turn || state.stages ? [button(words.turn, () => doing(replayTurn))] : [];
  at("verbs").replaceChildren(...hint, ...turn, ...state.verbs.map((verb) => button(verb.label, () => press(verb))));
  const listed = (/** @type {Move} */ move) => looks(move, move.label + (move.words && `: ${move.words}`));
  list(state.steps ? steps.buttons : state.moves.map(listed), state.steps?.now);
  if (state.waits) setTimeout(() => state === next && doing(() => open(next.at)), WAIT);
  showNote(isSame);
  deadline = state.deadline === null ? 0 : Date.now() + state.deadline * 1000;
  tick();
  if (!listens) {
    stopListening();
    stopListening = state.match ? server.listen(state, heard) : () => {};
  }
}

/** List buttons, one of which may be where somebody is. */
function list(/** @type {HTMLElement[]} */ buttons, /** @type {number=} */ now) {
  const all = at("moves"), here = buttons[now ?? -1];
  all.replaceChildren(...buttons.map((each) => {
    const item = document.createElement("li");
    item.append(each);
    return item;
  }));
  all.classList.toggle("steps", !!here);
  at("all").hidden = !buttons.length;
  here?.setAttribute("aria-current", "step");
  if (here) all.scrollTop = here.offsetTop - all.offsetTop - all.clientHeight / 2;
}

/** Show what is new after what went before or, behind other tabs, that there is. */
async function heard(/** @type {boolean} */ isNew) {
  await board.ended;
  if (!document.hidden) await refresh();
  else if (isNew) document.title = `● ${state.title}`;
}

/** Show the note as it is kept, unless it has been written on since. @param {boolean} isSame */
function showNote(isSame) {
  const written = /** @type {HTMLTextAreaElement} */ (at("written"));
  at("note").hidden = typeof state.note !== "string";
  if (isSame && ![written.defaultValue, state.note].includes(written.value)) return;
  written.value = written.defaultValue = state.note ?? "";
  if (state.note) at("note").setAttribute("open", "");
  const save = button(words.save, () => doing(async () => show(await server.ask("note", { note: written.value }, state))));
  at("save").replaceChildren(save);
}

/** Show the last turn again, stage by stage. */
async function replayTurn() {
  const seen = state, turn = seen.stages ?? (await server.ask("turn", {}, seen));
  if (state === seen && turn.frames.length) board.stages(turn);
}

const lines = () => state.lines.join("\n");

/** Show the board with nothing chosen. */
function rest() {
  board.draw(state);
  board.svg.classList.toggle("mine", state.may_move);
  lead(lines());
  offer([]);
}

const looks = (/** @type {Move} */ move, label = move.label) => button(label, () => doing(() => look(move)));

/** Moves that touch no cell, such as a pass. */
const passes = () => (state?.moves ?? []).filter((move) => !move.path.length).map((move) => looks(move));

/** The moves that go from the first tapped cell over the others, in their order. */
const fitting = () => state.moves.filter(({ path }) => {
  let from = 0;
  return path[0] === taps[0] && taps.every((cell) => (from = path.indexOf(cell, from) + 1));
});

/** Offer the pieces that can move and, once one is chosen, where it may go. */
function offer(tapped = taps) {
  taps = tapped;
  const starts = new Set(state.moves.map(({ path: [cell = ""] }) => cell));
  const choices = [...starts].map((cell) => ({ cell, kind: "piece", label: cell }));
  if (taps.length) {
    const found = fitting();
    for (const end of new Set(found.map(endOf))) {
      const there = found.filter((move) => endOf(move) === end);
      const takes = there.find(({ effect }) => effect === "takes");
      const told = takes ?? (there.every(({ effect }) => effect === "loses") ? there[0] : null);
      choices.push({ cell: end, kind: `target ${told?.effect ?? ""}`, label: end + (told ? `: ${told.words}` : "") });
    }
  }
  board.offer(choices, taps[0], !taps.length && !state.single);
}

/** Choose the cell that was tapped; "" is beside all cells, there on its right half or not. */
function tap(/** @type {string} */ cell, right = false) {
  if (state?.steps) return steps.take(right ? "after" : "before");
  if (!state?.may_move) return;
  if (cell && cell === ready.cell && ready.play.isConnected) return ready.play.click();
  if (!cell || (taps.length === 1 && cell === taps[0])) return rest();
  const before = taps, longer = [...taps, cell];
  taps = longer;
  if (!fitting().length || longer.length === 1) {
    taps = [cell];
    board.draw(state);
  }
  if (!fitting().length) return state.single ? rest() : why(before, longer.join("-"));
  const found = fitting(), ending = found.filter((move) => endOf(move) === cell);
  const goes = taps.length > 1 || state.single || !state.at_once; // where nobody asks again, one tap is none
  const [move] = found.length === 1 && goes ? found : taps.length > 1 && ending.length === 1 ? ending : [];
  if (move) doing(() => look(move));
  else {
    const areSame = taps.length > 1 && ending.length === found.length;
    const question = areSame ? words.several : filled("where", state.single ? cell : taps[0]);
    const ways = areSame || state.single ? found.map((move) => looks(move)) : [];
    tell([question, ...state.lines.slice(1)].join("\n"), ...ways, back());
    offer();
  }
}

/** Say why cells are no move; those tapped before stay. @param {string[]} before @param {string} move */
async function why(before, move) {
  const seen = state;
  await doing(() => (seen.at_once ? server.board(seen.at, seen.tried ?? [], move) : server.ask("look", { move }, seen)));
  if (state === seen && !busy && !taps.length) offer(before);
}

const back = () => button(words[state.single ? "back" : "another"], rest);

/** Show what would become of a move, with the button that plays it. */
async function look(/** @type {Move} */ move) {
  if (state.at_once) return show(await server.play(state, move, ""));
  const looked = await server.ask("look", { move: move.text }, state);
  board.draw(looked, true);
  offer(move.path.slice(0, 1));
  const cell = state.single ? move.path[0] : board.foresee(move.path);
  const title = `${words.message}. ${words.heard}`, hidden = true;
  const remark = Object.assign(document.createElement("input"), { maxLength: state.remark, placeholder: words.message, title, ariaLabel: title, hidden });
  const play = button(
    filled(state.deed ?? "play", move.label),
    () => doing(async () => show(await server.play(state, move, remark.value), true)),
    "go",
  );
  ready = { cell, play };
  const say = button(words.say, () => {
    say.remove();
    remark.hidden = false;
    remark.focus();
  });
  remark.addEventListener("keydown", (event) => event.key === "Enter" && play.click());
  tell(looked.words, play, back(), ...(state.remark ? [say, remark] : []));
  play.focus({ preventScroll: true });
}

/** Ask for a hint: which piece, then its move, then why. */
async function ask(/** @type {string} */ stage, named = "") {
  /** @type {Hint} */
  const hint = await server.ask("hint", { stage, move: named }, state);
  const move = state.moves.find((each) => each.text === hint.move);
  if (move) await look(move);
  else {
    board.draw(state);
    offer([hint.piece]);
  }
  const { next } = hint;
  const more = next ? [button(next.label, () => doing(() => ask(next.stage, hint.move)))] : [];
  tell(hint.words, ...(move ? [...at("choices").children] : [back()]), ...more);
}

/** Do what a button of the card does, if need be after a question. */
function press(/** @type {Verb} */ verb) {
  const act = (/** @type {string} */ key) => doing(async () => show(await server.verb(state, key, verb.tried)));
  const { question } = verb;
  return question ? tell(question.words, button(question.label, () => act(question.key)), button(words.no, rest)) : act(verb.key);
}

/** Bring the page up to date, unless somebody is just choosing. */
async function refresh() {
  const seen = state;
  if (!seen?.match) return;
  try {
    const next = await server.ask("state", {}, seen);
    await board.ended; // what was let run meanwhile
    if (state === seen && !busy && (next.count !== seen.count || !taps.length)) show(next);
  } catch (refused) {
    tellRefusal(refused);
  }
}

/** Say what was refused, or that nothing came through; then try again. */
function tellRefusal(/** @type {unknown} */ refused) {
  const lost = !(refused instanceof Refused);
  if (lost && state) setTimeout(refresh, WAIT);
  if (!state) unveil(false);
  const present = !lost && refused.state ? state.lines : [];
  lead([lost ? words.lost ?? "…" : refused.message, ...present].join("\n"));
}

/** Let the clock run. */
function tick() {
  const left = Math.max(0, Math.floor((deadline - Date.now()) / 1000)), clock = at("clock");
  clock.hidden = !deadline;
  if (!deadline) return;
  const [each, unit, share] = left < 5_400 ? [60, "", left % 60] : left < 172_800 ? [3_600, "hour"] : [86_400, "day"];
  const whole = Math.floor(left / each), { lang } = document.documentElement;
  const time = unit ? new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(whole) : `${whole}:${String(share).padStart(2, "0")}`;
  const told = filled("left", time);
  if (clock.textContent !== told) clock.textContent = told;
}

/** Open the page with the link that led here. */
async function enter(agreed = false) {
  const entered = await server.enter(agreed);
  kept.setItem("words", JSON.stringify(entered));
  await begin(entered);
}

function leave() {
  kept.clear();
  stopListening();
  unveil(false);
  at("stranger").hidden = true;
  tell(words.gone);
}

/** Show the first board, or ask whose page it is. */
async function begin(/** @type {Entered} */ entered) {
  words = entered.words;
  document.documentElement.lang = entered.language;
  if (!entered.key) {
    unveil(false);
    return tell(entered.whose, button(words.same, () => doing(() => enter(true)), "go"), button(words.no, leave));
  }
  at("whose").textContent = entered.whose;
  const { stranger } = words, hidden = !entered.whose || !stranger;
  Object.assign(at("stranger"), { textContent: stranger, hidden, onclick: leave });
  switching(Object.assign(at("sound"), { textContent: words.sound, hidden: false }));
  for (const [id, key] of [["note", "note"], ["all", "moves"], ["words", "described"]]) {
    at(id).children[0].textContent = words[key];
  }
  at("written").ariaLabel = `${words.note}. ${words.private}`;
  const [where, tried] = JSON.parse(kept.getItem("board") ?? '["", []]');
  show(await server.board(where, tried));
}

document.addEventListener("visibilitychange", () => document.hidden || refresh());
addEventListener("hashchange", () => location.reload()); // another link in this tab
addEventListener("online", refresh);
addEventListener("keydown", (event) => {
  const writes = /** @type {Element} */ (event.target).matches("input, textarea") || event.ctrlKey || event.altKey || event.metaKey;
  if (event.key === "Escape" && state && !busy) rest();
  else if (event.key === "n" && !writes) document.getElementById("next")?.click();
  else if (state?.steps && !busy && !writes) steps.key(event);
});
setInterval(tick, 1000);
const entered = kept.getItem("words");
doing(() => (server.key && entered ? begin(JSON.parse(entered)) : enter()));
