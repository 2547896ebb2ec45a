// Runs a command line that delivers, and dies right after the step it is told to: a change of files, a flush, the edge of
// a transaction, the start or end of a program. A receiver looks into its inboxes after every step.
// Arguments: dist folder, number of the step (0: none), milliseconds later, mode of the receiver, its inboxes (with ;),
// the folder for what it fetches, the command line.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { die, runBuilt } from './builtProgram.mjs';
import { receive } from './receiver.mjs';

const [dist, killAt, delayMs, mode, inboxes, fetched, ...argv] = process.argv.slice(2);
let steps = 0;
const stepped = () => {
  steps += 1;
  const isHere = steps === Number(killAt);
  if (isHere && Number(delayMs) > 0) setTimeout(die, Number(delayMs));
  receive(mode, inboxes.split(';'), fetched);
  if (isHere && Number(delayMs) === 0) die();
};
const later = (object, names) => {
  for (const name of names) {
    const real = object[name];
    object[name] = async function step(...given) {
      const result = await real.apply(this, given);
      stepped();
      return result;
    };
  }
};
const handle = await fsp.open(process.execPath, 'r');
later(Object.getPrototypeOf(handle), ['writeFile', 'sync']);
await handle.close();
later(fsp, ['open', 'writeFile', 'rename', 'rm']);
const { rmSync } = fs;
fs.rmSync = (path, ...options) => {
  const wasThere = fs.existsSync(path);
  rmSync(path, ...options);
  if (wasThere) stepped();
};
const { spawn } = childProcess;
childProcess.spawn = (...given) => {
  const child = spawn(...given);
  stepped();
  child.prependOnceListener('close', stepped);
  return child;
};
const execOf = (exec) =>
  function step(sql) {
    exec.call(this, sql);
    if (this.path.endsWith('store.sqlite') && (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT')) stepped();
  };
await runBuilt(dist, argv, { execOf });
process.stderr.write(`\nsteps: ${steps}\n`);
