import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Whether this is the gate (`npm test`), in which slow suites try a sample of their cases. */
export const IS_GATE = process.env.PAYTALLY_GATE !== undefined;

/** At most so many of the cases in the gate, spread over all of them; elsewhere all. */
export function sampleInGate<T>(cases: readonly T[], most: number): readonly T[] {
  if (!IS_GATE || cases.length <= most) return cases;
  return Array.from({ length: most }, (_, at) => cases.slice(Math.floor((at * cases.length) / most))).flatMap(
    ([first]) => (first === undefined ? [] : [first]),
  );
}

const MARK = /^\/\/ @module-tag slow$/m;
const TEST_FOLDER = import.meta.dirname;

/** Test files that are marked as slow as a whole, from the project's folder. */
export function filesOnlyInWholeSuite(): string[] {
  return testFiles().filter((path) => MARK.test(textOf(path)));
}

/** Test files of which the gate runs less than the whole suite: slow tests are left out, or cases are sampled. */
export function filesWithMoreThanTheGate(): string[] {
  return testFiles().filter((path) => !runsWhollyInGate(path));
}

/** The other test files: all of their tests run in the gate. */
export function filesWhollyInGate(): string[] {
  return testFiles().filter(runsWhollyInGate);
}

/** Helpers of tests that sample, and so the tests that use them do. */
export const SAMPLING_HELPERS: readonly string[] = ['histories/tryHistories'];

function runsWhollyInGate(path: string): boolean {
  const samples = ['gate', ...SAMPLING_HELPERS.map((helper) => basename(helper))].join('|');
  return !new RegExp(`\\bslow\\b|/(${samples})\\.js'`).test(textOf(path));
}

function textOf(path: string): string {
  return readFileSync(join(TEST_FOLDER, '..', path), 'utf8');
}

/** All test files, from the project's folder, with `/`. */
export function testFiles(): string[] {
  return readdirSync(TEST_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .sort();
}
