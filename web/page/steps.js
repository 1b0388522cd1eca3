// @ts-check
/** Going through a match: to its start and end, step by step, to any move, along the curve of who was ahead. */

const MARKS = "http://www.w3.org/2000/svg";
const HIGH = 60; // units of a curve's half; a step is one wide at least
const SIGNS = { first: "«", before: "‹", after: "›", last: "»" };
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

export class Steps {
  /** @param {HTMLElement} place @param {(ply: number) => void} go */
  constructor(place, go) {
    this.place = place;
    this.go = go;
    /** @type {?import("./server.js").Steps} */
    this.steps = null;
    this.jump = document.createElement("input");
    this.jump.type = "range";
    this.jump.addEventListener("input", () => this.#to(Number(this.jump.value)));
  }

  /** @param {?import("./server.js").Steps} steps @param {Object<string, string>} words */
  show(steps, words) {
    this.place.hidden = !steps;
    const goesOn = this.steps && steps && this.steps.to === steps.to && this.steps.curve.length === steps.curve.length;
    this.steps = steps;
    if (!steps) return;
    this.jump.max = String(steps.names.length - 1);
    this.jump.value = String(steps.now);
    this.jump.ariaLabel = words.jump;
    this.jump.setAttribute("aria-valuetext", steps.names[steps.now]);
    if (!goesOn) {
      const [first, before, after, last] = Object.entries(SIGNS).map(([name, sign]) => {
        const made = document.createElement("button");
        made.type = "button";
        made.textContent = sign;
        made.ariaLabel = made.title = words[name];
        made.addEventListener("click", () => this.#take(name));
        return made;
      });
      const curve = steps.curve.length > 1 ? [this.#curve(steps, words.curve)] : [];
      this.place.replaceChildren(...curve, first, before, this.jump, after, last);
    }
    this.place.querySelector(".now")?.setAttribute("x", String(steps.now - 0.5));
  }

  /** A button for each step. */
  list() {
    const { names = [], now = 0 } = this.steps ?? {};
    return names.map((name, ply) => {
      const item = document.createElement("li"), made = document.createElement("button");
      made.type = "button";
      made.textContent = name;
      if (ply === now) made.setAttribute("aria-current", "step");
      made.addEventListener("click", () => this.go(ply));
      item.append(made);
      return item;
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = /** @type {Object<string, string>} */ (KEYS)[event.key];
    if (!name || event.target === this.jump || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#take(name);
  }

  /** @param {number} steps */
  by(steps) {
    this.#to((this.steps?.now ?? 0) + steps);
  }

  /** @param {string} name */
  #take(name) {
    const last = this.steps ? this.steps.names.length - 1 : 0, now = this.steps?.now ?? 0;
    this.#to({ first: 0, before: now - 1, after: now + 1 }[name] ?? last);
  }

  /** @param {number} ply */
  #to(ply) {
    if (this.steps && ply >= 0 && ply < this.steps.names.length && ply !== this.steps.now) this.go(ply);
  }

  /** @param {import("./server.js").Steps} steps @param {string} label */
  #curve({ curve, turns }, label) {
    const last = curve.length - 1;
    const made = (/** @type {string} */ name, /** @type {Object<string, string | number>} */ given) => {
      const element = document.createElementNS(MARKS, name);
      for (const [key, value] of Object.entries(given)) element.setAttribute(key, String(value));
      return element;
    };
    const box = { viewBox: `-0.5 ${-HIGH} ${last + 1} ${2 * HIGH}`, preserveAspectRatio: "none", class: "curve", role: "img", "aria-label": label };
    const svg = made("svg", box);
    const points = curve.map((value, ply) => `${ply},${-value * HIGH * 0.9}`).join(" ");
    svg.append(
      made("polygon", { points: `0,0 ${points} ${last},0` }),
      made("path", { d: `M0,0H${last}` }),
      ...turns.map((ply) => made("rect", { class: "turn", x: ply - 0.3, y: -HIGH, width: 0.6, height: 2 * HIGH })),
      made("rect", { class: "now", x: 0, y: -HIGH, width: 1, height: 2 * HIGH }),
    );
    svg.addEventListener("click", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      this.#to(Math.min(last, Math.max(0, Math.floor((/** @type {MouseEvent} */ (event).clientX - left) / width * (last + 1)))));
    });
    return svg;
  }
}
