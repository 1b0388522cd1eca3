// A board to play on takes the place of its picture once somebody is there, where files come from a server.
const SIGNS = ["scroll", "pointermove", "click", "keydown"];
const AGAIN = 100, MOST = 100; // milliseconds until it is looked again for pieces to choose, and how often

function lay(sign) {
  if (sign.type === "pointermove" && sign.pointerType === "touch") return; // a click follows, or a scroll
  for (const each of SIGNS) removeEventListener(each, lay);
  for (const link of document.querySelectorAll("a.try")) {
    const board = document.createElement("iframe");
    board.src = link.href;
    board.title = link.title;
    board.loading = "lazy";
    board.className = "try";
    if (sign.type === "click" && sign.target.parentNode === link) {
      sign.preventDefault();
      tap(board, placeOn(sign.target, sign));
    }
    link.replaceWith(board);
  }
}

/** Return where a picture was tapped, in its own pixels, which are the units of the board. */
function placeOn(picture, { clientX, clientY }) {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
  return new DOMPoint((clientX - left - width / 2) / scale + picture.naturalWidth / 2, (clientY - top) / scale);
}

/** Tap a board where its picture was tapped, as soon as it has pieces to choose, unless one is chosen by then. */
function tap(frame, place, tries = MOST) {
  const board = frame.contentDocument?.querySelector("#board .hit")?.ownerSVGElement;
  if (!board) return tries && setTimeout(tap, AGAIN, frame, place, tries - 1);
  if (board.querySelector(".chosen")) return;
  const { x, y } = place.matrixTransform(board.getScreenCTM());
  for (const type of ["pointerdown", "pointerup"]) {
    board.dispatchEvent(new PointerEvent(type, { isPrimary: true, clientX: x, clientY: y }));
  }
}

if (location.protocol !== "file:") {
  for (const sign of SIGNS) addEventListener(sign, lay);
}
