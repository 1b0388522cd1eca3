// @ts-check
/** A worker that runs Python: it loads it, telling how much it has, and answers one question after the other. */

const PYTHON = "pyodide/", PROGRAM = "parlour.zip", FOLDER = "/parlour";
const load = self.fetch;
/** @type {{name: string, done: number, all: number}} */
const loading = { name: "", done: 0, all: 1 };
/** @type {?{answer: (question: string, fields: string, language: any) => string, run: (job: string) => string}} */
let program = null;
/** @type {any} */
let spoken = null;

/** @param {string} name @param {number} bytes */
function tell(name, bytes) {
  loading.name = name;
  loading.done = Math.min(loading.all, loading.done + bytes);
  self.postMessage({ loading });
}

/** Load as always, and count what comes. */
self.fetch = async (...asked) => {
  const answer = await load(...asked), name = String(asked[0]).split("/").pop() ?? "";
  if (!answer.ok || !answer.body) return answer;
  const counted = new TransformStream({
    transform(chunk, through) {
      tell(name, chunk.byteLength);
      through.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted), answer);
};

/** @param {string} name */
const bytesOf = async (name) => (await self.fetch(name)).arrayBuffer();

async function start(/** @type {string} */ language) {
  loading.all = (await (await load("files.json")).json()).python;
  const program_ = bytesOf(PROGRAM), words = language === "en" ? "" : new TextDecoder().decode(await bytesOf(`words/${language}.json`));
  const { loadPyodide } = await import(`./${PYTHON}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: PYTHON });
  python.unpackArchive(await program_, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); sys.dont_write_bytecode = True`);
  program = python.pyimport("play.answers");
  spoken = python.pyimport("play.answers").language_of(words);
  tell("", loading.all);
  self.postMessage({ ready: true });
}

/** @type {Promise<void>} */
let started = Promise.resolve();
self.onmessage = async ({ data: { language, number, name, fields } }) => {
  if (language) {
    started = start(language);
    started.catch(() => {}); // told to whoever asks
    return;
  }
  try {
    await started;
    if (!program) throw new Error("there is no Python");
    const told = name === "run" ? program.run(fields) : JSON.parse(program.answer(name, fields, spoken));
    self.postMessage({ number, told });
  } catch (error) {
    self.postMessage({ number, failed: String(error) });
  }
};
