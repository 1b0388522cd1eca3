// A board to play on takes the place of its picture, where files come from a server.
if (location.protocol !== "file:") {
  for (const link of document.querySelectorAll("a.try")) {
    const board = document.createElement("iframe");
    board.src = link.href;
    board.title = link.title;
    board.loading = "lazy";
    board.className = "try";
    link.replaceWith(board);
  }
}
