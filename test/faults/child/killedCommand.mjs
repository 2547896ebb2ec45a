// Runs a command line on a clock that stands still, and dies at the step it is told to: a change of files, or the
// beginning or end of a transaction.
// Arguments: dist folder, number of the step (0: none), before or after it, the time, the command line.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { runBuilt, stepCounter } from './builtProgram.mjs';

const [dist, killAt, when, nowMs, ...argv] = process.argv.slice(2);
const { steps, stepwise } = stepCounter(killAt, when);
for (const name of ['open', 'link', 'rename', 'rm']) fsp[name] = stepwise(fsp[name]);
fs.renameSync = stepwise(fs.renameSync);

/** What is counted of requests is no part of a run. */
function isEdge(sql) {
  return !this.path.endsWith('requests.sqlite') && (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT');
}
await runBuilt(dist, argv, { nowMs, execOf: (exec) => stepwise(exec, isEdge) });
process.stderr.write(`\nsteps: ${steps()}\n`);
