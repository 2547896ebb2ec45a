// Runs a command line on a clock that stands still, and dies at the step it is told to: a change of files, or the
// beginning or end of a transaction.
// Arguments: dist folder, number of the step (0: none), before or after it, the time, the command line.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, killAt, when, nowMs, ...argv] = process.argv.slice(2);
let steps = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
const isHere = () => {
  steps += 1;
  return steps === Number(killAt);
};
for (const name of ['open', 'link', 'rename', 'rm']) {
  const real = fsp[name];
  fsp[name] = async (...given) => {
    const dies = isHere();
    if (dies && when === 'before') die();
    const result = await real(...given);
    if (dies && when === 'after') die();
    return result;
  };
}
const stepwise = (real, counts) =>
  function step(...given) {
    const dies = counts.apply(this, given) && isHere();
    if (dies && when === 'before') die();
    const result = real.apply(this, given);
    if (dies && when === 'after') die();
    return result;
  };
fs.renameSync = stepwise(fs.renameSync, () => true);
syncBuiltinESMExports();

const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { Connection } = await load('store/connection.js');
/** What is counted of requests is no part of a run. */
function isEdge(sql) {
  return !this.path.endsWith('requests.sqlite') && (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT');
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
process.stderr.write(`\nsteps: ${steps}\n`);
