// @ts-check
/** The board as an SVG: what stands on it, what can be chosen, and what is touched. It knows no rules. */

import { TAKEN, knock } from "./sound.js";

/** @import {Choice, Drawn, Ground, Held, Token, Turn} from "../page_types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
const TOUCH = 22; // pixels around a cell's centre that are its own
const DRAGGED = 8; // pixels after which a touch is a drag
const STEP = 180, FADE = 350, LONGEST = 4_000;
const HUNDREDTH = 4, LONGEST_TURN = 9_000; // milliseconds: a page is quicker than an animation
const MOST_KEPT = 300;
const FREE = 0.6; // how large the mark of a free cell is, of a cell's room
const FEW = 1 / 3; // of the cells with something on them: so few pieces that can move are marked
const touch = matchMedia("(hover: none)");
export const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} name @param {Object<string, string | number>} given */
export function made(name, given) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, String(value));
  return element;
}

/** @param {string} svg */
function parsed(svg) {
  const text = `<svg xmlns="${SVG}">${svg}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.childNodes];
}

export class Board {
  /** @param {SVGSVGElement} svg @param {(cell: string, right?: boolean) => void} tapped is told of "" beside all cells */
  constructor(svg, tapped) {
    this.svg = svg;
    this.tapped = tapped;
    this.parts = new Map();
    /** @type {Object<string, number[]>} */
    this.cells = {};
    /** @type {Token[]} */
    this.tokens = [];
    this.name = "";
    this.dragged = false;
    this.stop = () => {};
    /** @type {Promise<unknown>} Until what is shown of a move has been seen. */
    this.ended = Promise.resolve();
    /** @type {Map<string, SVGElement>} */
    this.hits = new Map();
    this.groups = Object.fromEntries(
      ["parts", "ground", "tokens", "hits"].map((name) => [name, made("g", { class: name })]),
    );
    svg.replaceChildren(...Object.values(this.groups));
    this.#touch();
    svg.addEventListener("keydown", (event) => this.#key(event));
    const skip = () => {
      this.stop();
      for (const each of this.groups.tokens.getAnimations({ subtree: true })) each.finish();
    };
    for (const way of ["pointerdown", "keydown"]) document.addEventListener(way, skip, true);
  }

  /** What the page need not be sent again. */
  get have() {
    return [this.name, ...this.parts.keys()];
  }

  /** @param {Ground} ground */
  lay(ground) {
    if (ground.name === this.name || !ground.svg || !ground.cells) return;
    this.name = ground.name;
    this.cells = ground.cells;
    this.tokens = [];
    this.svg.setAttribute("viewBox", `0 0 ${ground.width} ${ground.height}`);
    this.groups.ground.replaceChildren(...parsed(ground.svg));
  }

  /** @param {Drawn} drawn */
  draw(drawn, looking = false) {
    this.stop();
    this.#keep(drawn.parts);
    this.svg.classList.toggle("looking", looking);
    this.put(drawn.tokens);
    if (!looking) this.tokens = drawn.tokens;
    const kept = new Set([...drawn.tokens, ...this.tokens].map(([name]) => name));
    for (const [name, part] of this.parts.size > MOST_KEPT ? this.parts : []) {
      if (!kept.has(name) && this.parts.delete(name)) part.remove();
    }
  }

  /** @param {Object<string, string>} parts */
  #keep(parts) {
    for (const [name, svg] of Object.entries(parts).filter(([name]) => !this.parts.has(name))) {
      const part = made("g", {});
      part.append(...parsed(svg));
      this.groups.parts.append(part);
      this.parts.set(name, part);
    }
  }

  /** @param {Token[]} tokens */
  put(tokens) {
    this.groups.tokens.replaceChildren(...tokens.map(([name, x, y, cell]) => made("use", { href: `#s${name}-0`, x, y, "data-cell": cell })));
  }

  /** Show a turn stage by stage, and then again what was drawn. @param {Turn} turn */
  stages({ parts, frames }) {
    this.stop();
    this.#keep(parts);
    const pace = Math.min(HUNDREDTH, LONGEST_TURN / frames.reduce((sum, [, time]) => sum + time, 0));
    let timer = 0, number = 0;
    const next = () => {
      if (number === frames.length) return this.stop();
      this.put(frames[number][0]);
      if (number) knock();
      timer = setTimeout(next, frames[number++][1] * pace);
    };
    this.ended = new Promise((end) => {
      this.stop = () => {
        this.stop = () => {};
        clearTimeout(timer);
        this.put(this.tokens);
        end(null);
      };
    });
    next();
  }

  /** Let cells be chosen; with `marks`, those are marked that few others stand beside. @param {Choice[]} choices */
  offer(choices, chosen = "", marks = false) {
    const focused = /** @type {?HTMLElement} */ (document.activeElement)?.dataset.cell ?? "";
    this.hits.clear();
    this.groups.hits.replaceChildren();
    for (const { cell, kind, label } of choices) {
      const place = this.cells[cell];
      if (!place) continue;
      const [cx, cy, room] = place;
      const r = kind === "target " ? room * FREE : room;
      const look = `hit ${kind}${cell === chosen ? " chosen" : ""}`, tabindex = this.hits.size ? -1 : 0;
      const hit = made("circle", { cx, cy, r, class: look, role: "button", "aria-label": label, "data-cell": cell, tabindex });
      this.groups.hits.append(hit);
      const sign = made("text", { class: "sign", x: cx, y: cy + 12 });
      sign.textContent = kind.includes("takes") ? "+" : kind.includes("loses") ? "−" : "";
      this.groups.hits.append(sign);
      this.hits.set(cell, hit);
    }
    const standing = new Set(this.tokens.map(([, , , cell]) => cell).filter(Boolean));
    this.svg.classList.toggle("marked", marks && (touch.matches || choices.length <= FEW * standing.size));
    const again = focused && (this.hits.get(focused) ?? this.hits.values().next().value);
    if (again) this.#focus(again);
    for (const use of this.#standing(chosen)) use.classList.add("lifted");
  }

  /** @param {string} cell @returns {SVGElement[]} */
  #standing(cell) {
    const uses = /** @type {SVGElement[]} */ ([...this.groups.tokens.children]);
    return cell ? uses.filter((use) => use.dataset.cell === cell) : [];
  }

  /** @param {SVGElement} hit */
  #focus(hit) {
    for (const each of this.hits.values()) each.tabIndex = each === hit ? 0 : -1;
    hit.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event @returns {[number, number, number]} the place in units, and units a pixel */
  #place(event) {
    const matrix = /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y, 1 / matrix.a];
  }

  /** @param {PointerEvent} event the nearest of some cells, else of those that can be chosen, or "" */
  #nearest(event, cells = [...this.hits.keys()]) {
    const [x, y, unit] = this.#place(event);
    let found = "", least = Infinity;
    for (const cell of cells) {
      const [cx, cy, room] = this.cells[cell];
      const far = Math.hypot(cx - x, cy - y);
      if (far < least && far <= Math.max(room * 1.2, TOUCH * unit)) [found, least] = [cell, far];
    }
    return found;
  }

  #touch() {
    /** @type {?Held} */
    let held = null;
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.isPrimary && event.button === 0) {
        held = { cell: this.#nearest(event), x: event.clientX, y: event.clientY, drags: false };
        if (held.cell && event.pointerType === "mouse") this.svg.setPointerCapture(event.pointerId);
      }
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!held?.cell) return;
      const across = event.clientX - held.x, down = event.clientY - held.y;
      const look = this.hits.get(held.cell)?.classList;
      if (!held.drags && Math.hypot(across, down) > DRAGGED && look?.contains("piece")) {
        held.drags = true;
        if (!look.contains("chosen")) this.tapped(held.cell);
      }
      if (!held.drags) return;
      const [, , unit] = this.#place(event);
      for (const use of this.#standing(held.cell)) use.style.transform = `translate(${across * unit}px, ${down * unit}px)`;
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      const { cell, drags } = held;
      held = null;
      const at = this.#nearest(event), right = this.#place(event)[0] > this.svg.viewBox.baseVal.width / 2;
      this.dragged = drags;
      if (event.type !== "pointerup" || (drags && at === cell)) {
        for (const use of this.#standing(cell)) use.style.transform = "";
        return;
      }
      this.hits.get(at)?.classList.add("chosen");
      this.tapped(at || this.#nearest(event, Object.keys(this.cells)), right);
    };
    this.svg.addEventListener("pointerup", end);
    this.svg.addEventListener("pointercancel", end);
    // What a screen reader presses has no place.
    this.svg.addEventListener("click", (event) => {
      const target = /** @type {SVGElement} */ (event.target);
      if (event.detail === 0 && target.dataset.cell) this.tapped(target.dataset.cell);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = /** @type {SVGElement} */ (event.target).dataset.cell ?? "";
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if ((event.key === "Enter" || event.key === " ") && here) this.tapped(here);
    else if (event.key === "Escape") this.tapped("");
    else if (across || down) {
      const [x, y] = this.cells[here] ?? [0, 0];
      let next, least = Infinity;
      for (const [cell, hit] of this.hits) {
        const [cx, cy] = this.cells[cell];
        const ahead = (cx - x) * across + (cy - y) * down, aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * across);
        if (ahead > 1 && ahead + 2 * aside < least) [next, least] = [hit, ahead + 2 * aside];
      }
      if (next) this.#focus(next);
    } else return;
    event.preventDefault();
  }

  /** Let uses go along a path to its end; return the milliseconds. @param {string[]} path @param {Element[]} uses */
  #glide(path, uses) {
    const places = path.map((cell) => this.cells[cell]).filter(Boolean);
    const goes = places.length > 1 && !this.dragged && !isStill();
    this.dragged = false;
    if (!goes) return 0;
    const [endX, endY] = places[places.length - 1];
    const duration = Math.min(LONGEST, STEP * (places.length - 1));
    const frames = places.map(([x, y]) => ({ transform: `translate(${x - endX}px, ${y - endY}px)` }));
    for (const use of uses) use.animate(frames, { duration, easing: "ease-in-out" });
    return duration;
  }

  /** Let the ghost of a move come where a tap plays it; return where. @param {string[]} path */
  foresee(path) {
    const goal = path.at(-1) ?? "", hit = this.hits.get(goal), ghost = this.#standing(goal).slice(-1);
    hit?.setAttribute("r", String(this.cells[goal][2] * 1.2));
    for (const each of [hit, ...ghost]) each?.classList.add("goal");
    for (const use of this.#standing(path[0])) use.classList.replace("lifted", "left");
    this.#glide(path, ghost);
    return goal;
  }

  /**
   * Show how a move went from what was drawn to what is; its way may be seen already.
   * @param {Token[]} before @param {string[]} path
   */
  replay(before, path, seen = false) {
    const now = new Set(this.tokens.map(([, , , cell]) => cell));
    const gone = before.filter(([, , , cell]) => cell && cell !== path[0] && !now.has(cell));
    const duration = seen ? 0 : this.#glide(path, this.#standing(path.at(-1) ?? ""));
    knock(duration);
    if (gone.length) knock(duration + STEP, TAKEN);
    if (!path.length || isStill()) return;
    for (const [name, x, y] of gone) {
      const ghost = made("use", { href: `#s${name}-0`, x, y });
      this.groups.tokens.append(ghost);
      ghost.animate({ opacity: [1, 0] }, { duration: FADE, delay: duration * 0.6, fill: "both" }).onfinish = () => ghost.remove();
    }
    this.ended = new Promise((go) => setTimeout(go, duration + (gone.length && FADE)));
  }

  /** Shake the board over a wrong answer. */
  refuse() {
    for (const time of [0, STEP]) knock(time, TAKEN - time);
    if (!isStill()) this.svg.animate({ transform: ["none", "translateX(-9px)", "translateX(9px)", "none"] }, { duration: STEP, iterations: 2 });
  }

  /** Let all hop, what is near the last move first. @param {?string[]} path */
  cheer(path) {
    for (const tone of [4, 5, 6]) knock((tone - 4) * STEP, tone * 105);
    if (isStill()) return;
    const [x, y] = this.cells[path?.at(-1) ?? ""] ?? [0, 0], { children } = this.groups.tokens;
    this.tokens.forEach(([, left, top], number) => {
      const delay = Math.hypot(left - x, top - y);
      children[number].animate({ transform: ["none", "translateY(-24px)", "none"] }, { delay, duration: 2 * FADE });
    });
  }
}
