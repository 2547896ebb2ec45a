// What an earlier run has noticed: it holds as long as neither the source nor the test that noticed it has changed. What
// survived holds as long as no test file that goes through it has changed, and none has come or gone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const FOLDER = join(root, '.mutation');

const digests = new Map();
function digestOf(file) {
  if (digests.has(file)) return digests.get(file);
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path) : '';
  digests.set(file, createHash('sha256').update(text).digest('base64').slice(0, 16));
  return digests.get(file);
}

const fileOf = (test) => test.slice(0, test.indexOf(' '));
const keyOf = ({ file, at, mutator, replacement }) =>
  [file, digestOf(file), at, mutator, replacement].join(' ');

/** Of all files whose tests go through a mutant. */
function digestOfAll(through) {
  const files = [...new Set(through.map(({ file }) => file))].sort();
  return createHash('sha256')
    .update(files.map((file) => `${file} ${digestOf(file)}`).join('\n'))
    .digest('base64')
    .slice(0, 16);
}

/** Remembered mutants; `write` keeps what was noted beside what was there. @param mostMs what tests may take now */
export function memory(mostMs, isGate) {
  const place = join(FOLDER, isGate ? 'noticedByGate.json' : 'noticed.json');
  const noticed = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  let noted = 0;
  return {
    /** @param through the tests that go through it */
    get(mutant, through) {
      const one = noticed[keyOf(mutant)];
      if (one?.status === 'survived' && one.mostMs >= mostMs && one.digest === digestOfAll(through))
        return { status: 'survived' };
      if (one?.killer === undefined || one.digest !== digestOf(fileOf(one.killer))) return undefined;
      return { status: one.status, killer: one.killer };
    },
    note(mutant, through) {
      const { status, killer } = mutant;
      const digest = killer === undefined ? digestOfAll(through) : digestOf(fileOf(killer));
      noticed[keyOf(mutant)] = { status, killer, digest, mostMs };
      noted += 1;
      if (noted % 200 === 0) this.write();
    },
    write() {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(place, JSON.stringify(noticed));
    },
  };
}
