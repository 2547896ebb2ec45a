import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bench, Candidate } from './benchResult.js';

const STARTS = 20;
const MAIN = resolve('dist/program/main.js');
const NODE = 'node -e 0';
const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };

/** Whole processes, one after the other, in a folder that `init --sandbox` has set up. */
function starts(name: string, words: readonly string[]): Candidate {
  return {
    name,
    prepare: () => {
      const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      const start = (args: readonly string[]) =>
        spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'ignore' }).status;
      start([MAIN, 'init', '--sandbox']);
      return () => {
        const statuses = new Set(Array.from({ length: STARTS }, () => start(words)));
        return { units: STARTS, result: `status ${[...statuses].join()}` };
      };
    },
  };
}

const COMMANDS = ['--version', '--help', 'status'];

export const bench: Bench = {
  title: `${STARTS} starts of a command, in wall time`,
  unit: 'starts',
  candidates: [starts(NODE, ['-e', '0']), ...COMMANDS.map((name) => starts(name, [MAIN, name]))],
  against: COMMANDS.map((ours) => ({ what: `start of ${ours}`, ours, instead: NODE })),
};
