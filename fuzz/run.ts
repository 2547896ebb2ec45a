import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cwd, exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { attempt } from './attempt.js';
import { type Target, targets } from './targets.js';

const RUNS_AT_ONCE = 50;

interface Tally {
  read: number;
  refused: number;
  readonly kept: string[];
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) {
  stdout.write('usage: npm run fuzz -- [--seconds N] [--seed N] [--only wire]…\n');
  exit(2);
}
const chosen = targets(cwd()).filter(({ name }) => values.only === undefined || values.only.includes(name));
let seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const untilMs = performance.now() + seconds * 1_000;
const tallies = new Map(chosen.map(({ name }) => [name, { read: 0, refused: 0, kept: [] } as Tally]));
stdout.write(`seed ${seed}, ${chosen.map(({ name }) => name).join(', ')}\n`);
while (performance.now() < untilMs && chosen.length > 0) {
  for (const target of chosen) await round(target, seed);
  seed += 1;
}
for (const [name, { read, refused, kept }] of tallies) {
  stdout.write(
    `${name}: ${read + refused} attempts, ${read} read, ${refused} refused, ${kept.length} failures\n`,
  );
  for (const path of kept) stdout.write(`  ${path}\n`);
}
exit([...tallies.values()].some(({ kept }) => kept.length > 0) ? 1 : 0);

/** Tries some inputs of a target, and keeps the smallest that fails. */
async function round(target: Target, at: number): Promise<void> {
  const tally = tallies.get(target.name);
  if (tally === undefined) return;
  const property = fc.asyncProperty(target.input, async (bytes) => {
    if (performance.now() < untilMs) tally[await attempt(target, bytes)] += 1;
  });
  const result = await fc.check(property, { seed: at, numRuns: RUNS_AT_ONCE });
  const [smallest] = result.counterexample ?? [];
  if (smallest !== undefined) keep(target, smallest, String(result.errorInstance), tally);
}

/** Saves the input as a case of test/fuzz/found.test.ts, which reads it from then on. */
function keep({ name }: Target, bytes: Uint8Array, failure: string, { kept }: Tally): void {
  const folder = join(cwd(), 'test/fuzz/found');
  mkdirSync(folder, { recursive: true });
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = join(folder, `${name}-${id}.json`);
  const found = {
    target: name,
    failure: failure.split('\n')[0],
    base64: Buffer.from(bytes).toString('base64'),
  };
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
  if (!kept.includes(path)) kept.push(path);
}
