// Runs a command line on a clock that stands still, and dies at the step it is told to: any write, flush, rename or
// removal of a file, also of those that SQLite is told to make.
// Arguments: dist folder, number of the step (0: none), before or after it, the time, the command line.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { runBuilt, stepCounter } from './builtProgram.mjs';

const [dist, killAt, when, nowMs, ...argv] = process.argv.slice(2);
const { steps, stepwise } = stepCounter(killAt, when);
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

/** What is counted of requests is no part of a command. */
function isEdge(sql) {
  return !this.path.endsWith('requests.sqlite') && /BEGIN (IMMEDIATE|EXCLUSIVE)|COMMIT/.test(sql);
}
await runBuilt(dist, argv, { nowMs, execOf: (exec) => stepwise(exec, isEdge) });
fs.writeFileSync(2, `\nsteps: ${steps()}\n`);
