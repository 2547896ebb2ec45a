// Runs command lines in one process, each as the program does. Arguments: the dist folder, and a single command line as
// JSON to be run alone; without it, each line on stdin is an order
// { "cwd", "env", "steps": [{ "argv", "fault"? }] }, answered by a line on stdout with, for each step, its status,
// its output and the files that are there then. With the library of faultShim.c loaded, `fault` says which call of the
// step fails: { "at", "error", "call", "name" }.
import { openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [dist, only] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { createContext } = await load('createContext.js');
const { runProgram } = await load('cli/program.js');

const ACCEPTED = [
  'OPEN_ENTRY',
  'UNREVIEWED',
  'OVERLAP',
  'MISSING_END',
  'NET_EXCEEDS_GROSS',
  'INVALID_RECORD',
];

/** What no caller has caught: the program would end with it. */
let uncaught = [];
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (failure) => uncaught.push(`BUG: ${failure?.stack ?? failure}`));

function collector() {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

/** No call is the -1st one. */
const NO_FAULT = { at: -1, error: 0, call: '', name: '' };

/** Tells the library which call fails from now on. */
function setFault({ at, error, call, name }, folder) {
  try {
    openSync(`/fault-shim/${[at, error, call, name, folder].join('\n')}`, 'r');
  } catch {
    // It always fails.
  }
}

/** What a user does in the window to finalise a period: `window finalise PERIOD`. */
async function finaliseInWindow([, period], context) {
  const { startUi } = await load('ui/uiServer.js');
  const ui = await startUi(context, { config: undefined, isReadOnly: false, language: 'en', port: 0 });
  const { result } = context.openTerminal({ quiet: false, progress: false });
  try {
    const { origin, hash } = new URL(ui.url);
    const post = (path, headers, order) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { origin, ...headers },
        body: JSON.stringify(order),
      });
    const login = await post('/session', {}, { token: hash.slice('#token='.length) });
    const cookie = login.headers.get('set-cookie').split(';')[0];
    const session = { cookie, 'x-paytally-key': (await login.json()).key };
    const accept = Object.fromEntries(ACCEPTED.map((code) => [code, 'known']));
    const started = await post('/api/final', session, { employer: 'bakery', period, accept, deliver: true });
    const answer = await started.json();
    result(JSON.stringify(answer));
    if (!started.ok) return answer.error?.status ?? 5;
    const job = await endOfJob(`${origin}/api/events`, session, answer.id);
    result(JSON.stringify(job));
    return job.state === 'done' ? 0 : 5;
  } finally {
    await ui.close();
  }
}

/** The job once it has ended, from the window's stream of events. */
async function endOfJob(url, headers, id) {
  const abort = new AbortController();
  const { body } = await fetch(url, { headers, signal: abort.signal });
  try {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const { jobs } = JSON.parse(event.replace(/^data: /, ''));
        const job = jobs.find((each) => each.id === id);
        if (job !== undefined && job.state !== 'running') return job;
      }
    }
    throw new Error('the job does not end');
  } finally {
    abort.abort();
  }
}

async function run({ argv, fault = NO_FAULT }, cwd, isFirst = true) {
  const isWatched = only === undefined;
  const [stdout, stderr] = [collector(), collector()];
  uncaught = [];
  const context = createContext({
    env: process.env,
    cwd,
    streams: { stdout: stdout.stream, stderr: stderr.stream },
    signal: new AbortController().signal,
  });
  if (isWatched) setFault(fault, cwd);
  const [first, ...rest] = argv;
  const status = first === 'window' ? await finaliseInWindow(rest, context) : await runProgram(argv, context);
  // As at the end of the program: SQLite's files are closed when memory is collected.
  if (isFirst) globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
  if (isWatched) setFault(NO_FAULT, cwd);
  const said = [stderr.text(), ...uncaught].join('\n');
  return {
    status: uncaught.length > 0 ? 1 : status,
    stdout: stdout.text(),
    stderr: said,
    files: readdirSync('.', { recursive: true }),
  };
}

async function carryOut({ cwd, env, steps }) {
  Object.assign(process.env, env);
  process.chdir(cwd);
  const ends = [];
  for (const step of steps) ends.push(await run(step, cwd, ends.length < 2));
  return ends;
}

if (only !== undefined) {
  // A single command line in a process of its own, whose faults were set at its start.
  const end = await run({ argv: JSON.parse(only) }, process.cwd());
  process.stdout.write(end.stdout);
  process.stderr.write(end.stderr);
  process.exitCode = end.status;
} else {
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await carryOut(JSON.parse(line)))}\n`);
}
