import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Whether this is the gate (`npm test`), in which slow suites run a sample of their cases. */
export const IS_GATE = process.env.PAYTALLY_GATE !== undefined;

/** In the gate, at most this many of the cases, spread over all of them; otherwise all. */
export function sampleInGate<T>(cases: readonly T[], most: number): readonly T[] {
  if (!IS_GATE || cases.length <= most) return cases;
  return Array.from({ length: most }, (_, at) => cases.slice(Math.floor((at * cases.length) / most))).flatMap(
    ([first]) => (first === undefined ? [] : [first]),
  );
}

const MARK = /^\/\/ @module-tag slow$/m;
const PROJECT = join(import.meta.dirname, '..');

/**
 * Suites of which nothing runs in the gate, and nothing in the whole suite: `npm run test:long` and `npm run test:faults`
 * run them, with PAYTALLY_LONG.
 */
export const LONG_SUITES: readonly string[] = ['test/faults/matrix.test.ts'];
/** Whether this is `npm run test:long`, which tries everything. */
export const IS_LONG = process.env.PAYTALLY_LONG !== undefined;

/** Test files that are marked as slow as a whole, as paths from the project's folder. */
export function filesOnlyInWholeSuite(): string[] {
  return testFiles().filter((path) => MARK.test(textOf(path)));
}

/** Test files that the gate runs only in part: it skips slow tests, or samples cases. */
export function filesWithMoreThanTheGate(): string[] {
  const omitted = IS_LONG ? [] : LONG_SUITES;
  return testFiles().filter((path) => !runsWhollyInGate(path) && !omitted.includes(path));
}

/** The other test files: all of their tests run in the gate. */
export function filesWhollyInGate(): string[] {
  return testFiles().filter(runsWhollyInGate);
}

/** Test helpers that sample; tests that use them do so too. */
export const SAMPLING_HELPERS: readonly string[] = ['histories/tryHistories', 'hostile/chosenCases'];

function runsWhollyInGate(path: string): boolean {
  const samples = ['gate', ...SAMPLING_HELPERS.map((helper) => basename(helper))].join('|');
  return !new RegExp(`\\bslow\\b|/(${samples})\\.js'`).test(textOf(path));
}

function textOf(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

/** All test files, as paths from the project's folder, with `/`. */
export function testFiles(): string[] {
  return ['test', 'templates']
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.test.ts'))
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    )
    .sort();
}
