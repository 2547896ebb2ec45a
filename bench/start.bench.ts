import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bench, Candidate } from './benchResult.js';

const STARTS = 20;
const MAIN = resolve('dist/program/main.js');
const NODE = 'node -e 0';
const SECRETS = { PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
/** Loaded before the program: at the end, the process writes what it used. */
const AT_END = `process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(process.resourceUsage())));`;

/** Whole processes, one after the other, in a folder that `init --sandbox` has set up. */
function starts(name: string, words: readonly string[]): Candidate {
  return {
    name,
    prepare: () => {
      const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      const atEnd = join(folder, 'atEnd.cjs');
      writeFileSync(atEnd, AT_END);
      const start = (args: readonly string[]) => {
        const { status, output } = spawnSync(process.execPath, ['--require', atEnd, ...args], {
          cwd: folder,
          env: { ...process.env, ...SECRETS },
          stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        });
        return { status, used: JSON.parse(String(output[3])) };
      };
      start([MAIN, 'init', '--sandbox']);
      return () => {
        const ended = Array.from({ length: STARTS }, () => start(words));
        const cpuMs = ended.reduce(
          (sum, { used }) => sum + (used.userCPUTime + used.systemCPUTime) / 1000,
          0,
        );
        const peakBytes = Math.max(...ended.map(({ used }) => used.maxRSS * 1024));
        const statuses = [...new Set(ended.map(({ status }) => status))];
        return { units: STARTS, result: `status ${statuses.join()}`, outside: { cpuMs, peakBytes } };
      };
    },
  };
}

const COMMANDS = ['--version', '--help', 'status'];

export const bench: Bench = {
  title: `${STARTS} starts of a command`,
  unit: 'starts',
  candidates: [starts(NODE, ['-e', '0']), ...COMMANDS.map((name) => starts(name, [MAIN, name]))],
  against: COMMANDS.map((ours) => ({ what: `start of ${ours}`, ours, instead: NODE })),
};
