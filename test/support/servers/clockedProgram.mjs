// Runs a command line of the built program with a clock that began at another time and goes on from there.
// Arguments: dist folder, milliseconds since 1970 at the start, the command line. SIGTERM asks it to end.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, startMs, ...argv] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { createContext } = await load('createContext.js');
const { runProgram } = await load('cli/program.js');
const { interruption } = await load('sources/transport/effects.js');
const ended = new AbortController();
process.on('SIGTERM', () => ended.abort(interruption()));
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdout: process.stdout, stderr: process.stderr },
  signal: ended.signal,
});
const began = Date.now();
const nowMs = () => Number(startMs) + Date.now() - began;
const clock = { ...context.clock, nowMs, wallMs: nowMs };
process.exitCode = await runProgram(argv, { ...context, clock });
