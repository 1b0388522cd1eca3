// @ts-check
/** Going through a match: to its ends, by steps, to any move, along the curve of who was ahead. */

import { made } from "./board.js";

/** @import {Course} from "../page_types.d.ts" */

const HIGH = 60; // units of a curve's half; a step is one wide at least
const WAYS = [["first", "«", "Home"], ["before", "‹", "ArrowLeft"], ["after", "›", "ArrowRight"], ["last", "»", "End"]];

/** @param {string} label @param {() => void} press @param {string} look */
export function button(label, press, look = "") {
  return Object.assign(document.createElement("button"), { type: "button", textContent: label, className: look, onclick: press });
}

export class Steps {
  /** @param {HTMLElement} place @param {(ply: number) => void} go */
  constructor(place, go) {
    this.place = place;
    this.go = go;
    /** @type {?Course} */
    this.steps = null;
    this.jump = document.createElement("input");
    this.jump.type = "range";
    this.jump.addEventListener("input", () => this.#to(Number(this.jump.value)));
  }

  /** @param {?Course} steps @param {Object<string, string>} words */
  show(steps, words) {
    this.place.hidden = !steps;
    const goesOn = this.steps?.to === steps?.to && this.steps?.curve.length === steps?.curve.length;
    this.steps = steps;
    if (!steps) return;
    const { now, names } = steps;
    Object.assign(this.jump, { max: names.length - 1, value: now, ariaLabel: words.jump, ariaValueText: names[now] });
    if (!goesOn) {
      const [first, before, after, last] = WAYS.map(([name, sign]) => {
        const step = button(sign, () => this.take(name));
        step.ariaLabel = step.title = words[name];
        return step;
      });
      this.place.replaceChildren(...(steps.curve.length > 1 ? this.#curve(steps) : []), first, before, this.jump, after, last);
    }
    this.place.querySelector(".now")?.setAttribute("x", String(now - 0.5));
  }

  /** A button for each step. */
  get buttons() {
    return (this.steps?.names ?? []).map((name, ply) => button(name, () => this.#to(ply)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = WAYS.find(([, , key]) => key === event.key);
    if (!way) return;
    event.preventDefault();
    this.take(way[0]);
  }

  /** @param {string} name */
  take(name) {
    const last = this.steps ? this.steps.names.length - 1 : 0, now = this.steps?.now ?? 0;
    this.#to({ first: 0, before: now - 1, after: now + 1 }[name] ?? last);
  }

  /** @param {number} ply */
  #to(ply) {
    if (this.steps?.names[ply] && ply !== this.steps.now) this.go(ply);
  }

  /** @param {Course} steps */
  #curve({ curve, turns, about }) {
    const last = curve.length - 1;
    const box = { viewBox: `-0.5 ${-HIGH} ${last + 1} ${2 * HIGH}`, preserveAspectRatio: "none", class: "curve", role: "img", "aria-label": about };
    const svg = made("svg", box);
    const points = curve.map((value, ply) => `${ply},${-value * HIGH * 0.9}`).join(" ");
    svg.append(
      made("polygon", { points: `0,0 ${points} ${last},0` }),
      made("path", { d: `M0,0H${last}` }),
      ...turns.map((ply) => made("path", { class: "turn", d: `M${ply},${-HIGH}V${HIGH}` })),
      made("rect", { class: "now", x: 0, y: -HIGH, width: 1, height: 2 * HIGH }),
    );
    svg.addEventListener("click", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      this.#to(Math.floor((/** @type {MouseEvent} */ (event).clientX - left) / width * (last + 1)));
    });
    return [svg, Object.assign(document.createElement("p"), { className: "quiet", textContent: about })];
  }
}
