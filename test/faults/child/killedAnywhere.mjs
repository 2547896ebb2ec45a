// Runs a command line on a clock that stands still, and dies at the step it is told to: any write, flush, rename or
// removal of a file, also of those that SQLite is told to make.
// Arguments: dist folder, number of the step (0: none), before or after it, the time, the command line.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, killAt, when, nowMs, ...argv] = process.argv.slice(2);
let steps = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
/** Whether this is the step to die at. */
function isHere() {
  steps += 1;
  return steps === Number(killAt);
}
const stepwise = (real, counts = () => true) =>
  function step(...given) {
    const dies = counts.apply(this, given) && isHere();
    if (dies && when === 'before') die();
    const result = real.apply(this, given);
    if (!dies) return result;
    if (typeof result?.then !== 'function') return die();
    return result.then(die);
  };
const writes = (...given) => typeof given[1] === 'string' && /[wa]/.test(given[1]);
fsp.open = stepwise(fsp.open, writes);
for (const name of ['link', 'rename', 'rm', 'unlink', 'mkdir', 'writeFile', 'appendFile', 'copyFile'])
  fsp[name] = stepwise(fsp[name]);
const handle = await fsp.open(process.argv[1], 'r');
const ofHandles = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['writeFile', 'write', 'sync', 'chmod']) ofHandles[name] = stepwise(ofHandles[name]);
fs.openSync = stepwise(fs.openSync, writes);
for (const name of [
  'writeSync',
  'fsyncSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'linkSync',
  'mkdirSync',
])
  fs[name] = stepwise(fs[name], (...given) => given[0] !== 1 && given[0] !== 2);
syncBuiltinESMExports();

const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { Connection } = await load('store/connection.js');
/** What is counted of requests is no part of a command. */
function isEdge(sql) {
  return !this.path.endsWith('requests.sqlite') && /BEGIN (IMMEDIATE|EXCLUSIVE)|COMMIT/.test(sql);
}
Connection.prototype.exec = stepwise(Connection.prototype.exec, isEdge);
const { createContext } = await load('createContext.js');
const { runProgram } = await load('cli/program.js');
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdout: process.stdout, stderr: process.stderr },
  signal: new AbortController().signal,
});
const clock = { ...context.clock, nowMs: () => Number(nowMs) };
process.exitCode = await runProgram(argv, { ...context, clock });
fs.writeFileSync(2, `\nsteps: ${steps}\n`);
