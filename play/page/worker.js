// @ts-check
/** A worker that runs Python: it loads it, telling how much it has, and answers one question after the other. */

const PYTHON = "pyodide/", PROGRAM = "parlour.zip", FOLDER = "/parlour", MEMORY = "memory";
// A memory that is kept has the same lot in it for ever.
const BEGIN = `import random, sys; sys.path.insert(0, "${FOLDER}"); sys.dont_write_bytecode = True; import play.answers; random.seed()`;
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

/** @param {string} name a file of this version, not of one that was here before */
const bytesOf = async (name) => (await self.fetch(name, { cache: "no-cache" })).arrayBuffer();

/** The memory of Python with the program in it, if a visit to this version has left it. @param {string} version */
async function remembered(version) {
  const kept = await self.caches.match(MEMORY, { cacheName: version });
  return kept && new Uint8Array(await kept.arrayBuffer());
}

/** @param {string} version @param {any} python */
async function remember(version, python) {
  const memory = python.makeMemorySnapshot(); // at once: nothing of a visitor is in it yet
  await (await self.caches.open(version)).put(MEMORY, new Response(memory));
}

async function start(/** @type {string} */ language) {
  const { python: all, version } = await (await load("files.json", { cache: "no-cache" })).json();
  loading.all = all;
  const archive = bytesOf(PROGRAM), words = language === "en" ? "" : new TextDecoder().decode(await bytesOf(`words/${language}.json`));
  const { loadPyodide } = await import(`./${PYTHON}pyodide.mjs`);
  const begin = async (/** @type {object} */ how) => {
    const python = await loadPyodide({ indexURL: PYTHON, ...how });
    python.unpackArchive(await archive, "zip", { extractDir: FOLDER });
    python.runPython(BEGIN);
    return python;
  };
  const memory = await remembered(version).catch(() => null);
  const known = memory && (await begin({ _loadSnapshot: memory }).catch(() => null));
  const python = known ?? (await begin({ _makeSnapshot: true }));
  const keeping = known ? Promise.resolve() : remember(version, python).catch(() => {}); // there may be no room
  program = python.pyimport("play.answers");
  spoken = python.pyimport("play.answers").language_of(words);
  tell("", loading.all);
  keeping.then(() => self.postMessage({ ready: true }));
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
