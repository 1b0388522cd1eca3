"use strict";
const at = (name) => document.getElementById(name);
const replay = JSON.parse(at("replay").textContent);
const moves = [...at("moves").querySelectorAll("button")];
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const last = replay.frames.length - 1;
const MOST_SLIDING = 8;
let now = 0;

function drawn(id) {
  const [symbol, x, y] = replay.tokens[id];
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#s${symbol}`);
  use.setAttribute("x", x);
  use.setAttribute("y", y);
  return use;
}

// Let each new piece slide from where one of its kind has gone; many at once would only swarm.
function slide(before, after, shown) {
  if (stillness.matches) return;
  const isPiece = (id) => replay.tokens[id][3];
  const gone = before.filter((id) => isPiece(id) && !after.includes(id));
  const come = after.filter((id) => isPiece(id) && !before.includes(id));
  if (come.length > MOST_SLIDING) return;
  for (const id of come) {
    const [symbol, x, y] = replay.tokens[id];
    const from = gone.findIndex((other) => replay.tokens[other][0] === symbol);
    if (from < 0) continue;
    const [, oldX, oldY] = replay.tokens[gone.splice(from, 1)[0]];
    const start = { transform: `translate(${oldX - x}px, ${oldY - y}px)` };
    shown[after.indexOf(id)].animate([start, { transform: "none" }], { duration: 220, easing: "ease-out" });
  }
}

function show(number) {
  const next = Math.min(Math.max(number, 0), last);
  if (next === now) return;
  const before = replay.frames[now], after = replay.frames[next];
  const shown = after.map(drawn);
  at("tokens").replaceChildren(...shown);
  if (Math.abs(next - now) === 1) slide(before, after, shown);
  moves[now].removeAttribute("aria-current");
  moves[next].setAttribute("aria-current", "step");
  const list = at("moves"), item = moves[next].parentElement;
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  now = next;
  at("caption").textContent = moves[now].textContent;
  at("words").textContent = replay.described[now];
  at("jump").value = now;
  at("jump").setAttribute("aria-valuetext", moves[now].textContent);
}

const steps = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => last };
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

for (const button of at("steps").querySelectorAll("button")) {
  button.addEventListener("click", () => show(steps[button.dataset.to]()));
}
moves.forEach((button, number) => button.addEventListener("click", () => show(number)));
at("jump").addEventListener("input", (event) => show(Number(event.target.value)));
at("board").addEventListener("click", (event) => {
  const box = at("board").getBoundingClientRect();
  show(event.clientX < box.left + box.width / 2 ? now - 1 : now + 1);
});
document.addEventListener("keydown", (event) => {
  const wanted = keys[event.key];
  if (!wanted || event.target === at("jump") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(steps[wanted]());
});
moves[0].setAttribute("aria-current", "step");
at("steps").hidden = at("how").hidden = false;
