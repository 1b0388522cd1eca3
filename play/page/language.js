// @ts-check
/** Chooses the language, and says in it what there is for a browser that is too old for the board. */

{
  const page = document.documentElement, known = (page.dataset.languages || "en").split(" ");
  const spoken = [new URLSearchParams(location.search).get("lang")];
  try {
    spoken.push(localStorage.getItem("language"));
  } catch (forbidden) {
    // then nothing is kept
  }
  const close = (/** @type {string} */ tag) => known.find((each) => each === tag) || known.find((each) => each.split("-")[0] === tag.split("-")[0]);
  page.lang = spoken.concat(navigator.languages).map((tag) => tag && close(tag)).find(Boolean) || "en";

  addEventListener("load", () => {
    const board = document.getElementById("board"), told = document.getElementById("told");
    if (!told || !board || board.firstChild) return; // what fills it could be read
    fetch(`first/${page.lang}.json`).then((answer) => answer.json()).then(({ entered }) => {
      const link = document.createElement("a");
      link.href = page.lang === "en" ? "../index.html" : `../${page.lang}/index.html`;
      link.textContent = entered.words.failed;
      told.textContent = "";
      told.appendChild(link);
    });
  });
}
