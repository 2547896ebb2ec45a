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

/** Whether this is `npm run test:long`, which tries everything. */
export const IS_LONG = process.env.PAYTALLY_LONG !== undefined;

/** Test files that are marked as slow as a whole, as paths from the project's folder. */
export function filesOnlyInWholeSuite(): string[] {
  return testFiles().filter((path) => MARK.test(textOf(path)));
}

/**
 * Suites of minutes. A run of the whole suite tries a third of them, another one each day, so that it ends within half an
 * hour; `PAYTALLY_WHOLE=1 npm run test:all` tries all, before a release.
 */
const LONG_SUITES = [
  'test/app/corrections/property.test.ts',
  'test/commands/monitor/killedPasses.test.ts',
  'test/commands/monitor/yearOfPasses.test.ts',
  'test/commands/schedule/year.test.ts',
  'test/faults/everyFault.test.ts',
  'test/faults/killedLedger.test.ts',
  'test/faults/killedWrites.test.ts',
  'test/faults/lastMoments.test.ts',
  'test/faults/matrix.test.ts',
  'test/faults/randomInterrupts.test.ts',
  'test/histories/histories.test.ts',
  'test/histories/moreHistories.test.ts',
  'test/histories/repairedHistories.test.ts',
  'test/hostile/answers.test.ts',
  'test/hostile/files.test.ts',
  'test/oracle/accounts.test.ts',
  'test/oracle/corrections.test.ts',
  'test/oracle/csvSource.test.ts',
  'test/oracle/monitor.test.ts',
  'test/release/executable.test.ts',
  'test/release/upgrade.test.ts',
  'test/states/oneState.test.ts',
  'test/store/creation.test.ts',
  'test/store/postgres/commitBorders.test.ts',
  'test/store/postgres/cutStatements.test.ts',
  'test/store/postgres/lostWorkers.test.ts',
  'test/store/postgres/serverSlots.test.ts',
  'test/store/postgres/workersUnderFaults.test.ts',
  'test/templates/yearOfClosing.test.ts',
  'test/ui/everyPage.test.ts',
  'test/ui/killedServer.test.ts',
];
const PARTS = 3;
const MS_PER_DAY = 86_400_000;

/**
 * The long suites that a run of the whole suite leaves to other days. None of those that the command line names, and
 * none in `npm run test:long`.
 */
export function suitesOfOtherDays(
  nowMs = Date.now(),
  { env, argv }: Pick<NodeJS.Process, 'env' | 'argv'> = process,
): string[] {
  if (env.PAYTALLY_WHOLE !== undefined || env.PAYTALLY_LONG !== undefined) return [];
  const today = Math.floor(nowMs / MS_PER_DAY) % PARTS;
  const named = argv.slice(2).filter((word) => word.includes('test'));
  const isNamed = (path: string) => named.some((word) => path.includes(word.replace(/^\.\//, '')));
  return LONG_SUITES.filter((path, index) => index % PARTS !== today && !isNamed(path));
}

/** Test files that the gate runs only in part: it skips slow tests, or samples cases. */
export function filesWithMoreThanTheGate(): string[] {
  const others = suitesOfOtherDays();
  return testFiles().filter((path) => !runsWhollyInGate(path) && !others.includes(path));
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
