// A board to play on takes the place of its picture once somebody is there, where files come from a server.
function lay() {
  for (const link of document.querySelectorAll("a.try")) {
    const board = document.createElement("iframe");
    board.src = link.href;
    board.title = link.title;
    board.loading = "lazy";
    board.className = "try";
    link.replaceWith(board);
  }
}

if (location.protocol !== "file:") {
  for (const sign of ["scroll", "pointermove", "pointerdown", "keydown"]) addEventListener(sign, lay, { once: true });
}
