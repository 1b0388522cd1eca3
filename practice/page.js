// What the practice page adds to SimCord's: the people as faces, and what is new in view.
"use strict";
const at = (name) => document.getElementById(name);
const picker = at("viewer-picker"), timeline = at("channel-timeline"), status = at("action-status"), errors = at("live-status");
const TROUBLE = /interrupted|uncertain|not completed|unavailable|ended|its key/;
const NO_KEY = "Open the address that the program printed: it ends in its key.";
const faces = new Map();
// Loaded again, the page is that of whoever looked at it before.
let wanted = sessionStorage.getItem("viewer"), before = null, pressed = null, shown = null, inView = null, alone = true;

const row = document.createElement("div");
row.id = "faces";
row.setAttribute("role", "group");
row.setAttribute("aria-label", "You are");
at("toolbar").prepend(row);
document.title = "Parlour";

// With a window for each person, none follows whoever is to move.
const windows = new BroadcastChannel("parlour");
windows.onmessage = ({ data }) => {
  alone = data === "closed";
  if (data === "opened") windows.postMessage("here");
};
windows.postMessage("opened");
addEventListener("pagehide", () => windows.postMessage("closed"));

const listed = (id) => [...picker.options].some((option) => option.value === id);

// While the page changes from one person to another its list is empty; `settle` tries again.
function become(id) {
  wanted = id;
  if (!listed(id)) return;
  picker.value = id;
  picker.dispatchEvent(new Event("change"));
}

function addFace({ value, text }) {
  const face = document.createElement("button"), letter = document.createElement("i"), name = document.createElement("span");
  face.type = "button";
  face.style.setProperty("--hue", `${faces.size * 137}deg`);
  face.addEventListener("click", () => become(value));
  letter.textContent = text[0];
  letter.setAttribute("aria-hidden", "true");
  name.textContent = text;
  face.append(letter, name);
  row.append(face);
  faces.set(text, face);
}

// Who alone is called by a public message; the end of a match tells both. One posted again is the same call.
function readCalls() {
  const calls = new Map();
  for (const message of timeline.querySelectorAll("[data-message-id]")) {
    const names = [...message.querySelectorAll(".mention")].map((mention) => mention.textContent.slice(1));
    if (new Set(names).size !== 1 || message.querySelector(".message-ephemeral-note")) continue;
    const words = message.querySelector(".message-components, .message-content")?.textContent ?? "";
    calls.set(`${words.slice(0, 40)} ${names}`, { id: message.dataset.messageId, names });
  }
  return { calls, oldest: timeline.querySelector("[data-message-id]")?.dataset.messageId ?? "" };
}

function followCalls(viewer) {
  const last = before, { calls } = (before = readCalls());
  for (const [name, face] of faces) {
    const called = [...calls.values()].some(({ names }) => names.includes(name));
    face.classList.toggle("called", called);
    face.title = called ? `${name} is called` : name;
  }
  if (!last || !alone) return;
  const fresh = [...calls].filter(([call, { id }]) => !last.calls.has(call) && id >= last.oldest);
  const called = fresh.flatMap(([, { names }]) => names).filter((name) => faces.has(name));
  if (called.length && !called.includes(viewer)) faces.get(called.at(-1)).click();
}

// SimCord begins with the top of what is new; on a phone its buttons would be out of sight.
function showButtons(id) {
  const message = timeline.querySelector(`[data-message-id="${id}"]`);
  if (!message?.querySelector(".component-row")) return;
  inView = id;
  const below = message.getBoundingClientRect().bottom - timeline.getBoundingClientRect().bottom;
  if (below > 0) timeline.scrollTop += below;
}

// A page that is opened, or loaded again, shows the newest.
function showNewest() {
  timeline.scrollTop = timeline.scrollHeight;
  return [...timeline.querySelectorAll("[data-message-id]")].at(-1)?.dataset.messageId;
}

function settle() {
  const closed = !location.hash || errors.textContent.includes("could not be opened");
  if (closed && status.textContent !== NO_KEY) status.textContent = NO_KEY;
  status.classList.toggle("trouble", TROUBLE.test(status.textContent));
  const page = window.simcordPreview;
  if (!page?.ready) return;
  for (const option of picker.options) if (!faces.has(option.text)) addFace(option);
  const viewer = picker.selectedOptions[0]?.text;
  for (const [name, face] of faces) face.setAttribute("aria-pressed", name === viewer);
  const unknown = picker.options.length && !listed(wanted);
  if (wanted && wanted !== page.viewerId && !unknown) return become(wanted);
  wanted = null;
  sessionStorage.setItem("viewer", page.viewerId);
  const target = `${page.viewerId} ${page.targetId}`;
  showButtons(before ? (target !== shown && page.targetId) || pressed || inView : showNewest());
  shown = target;
  pressed = null;
  followCalls(viewer);
}

timeline.addEventListener("click", ({ target }) => { pressed = target.closest("[data-message-id]")?.dataset.messageId; }, true);
// A picture that comes later makes a message longer; whoever looks elsewhere stays there.
timeline.addEventListener("load", () => showButtons(inView), true);
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  addEventListener(kind, () => { inView = null; }, { passive: true });
}
addEventListener("resize", () => { shown = null; });
const changes = new MutationObserver(settle);
changes.observe(at("preview-app"), { attributeFilter: ["aria-busy"] });
for (const told of [status, errors]) changes.observe(told, { childList: true });
settle();
