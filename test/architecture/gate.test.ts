import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  filesOnlyInWholeSuite,
  SAMPLING_HELPERS,
  sampleInGate,
  suitesOfOtherDays,
  testFiles,
} from '../gate.js';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const FOLDERS = [...foldersIn(SOURCE), ...foldersIn(join(SOURCE, 'domain')).map((name) => `domain/${name}`)];

describe('the gate (npm test)', () => {
  const slow = new Set(filesOnlyInWholeSuite());
  const inGate = testFiles().filter((path) => !slow.has(path));

  test.each(FOLDERS)('has a test of src/%s', (folder) => {
    const isOf = (path: string) =>
      path.startsWith(`test/${folder}/`) ||
      readFileSync(join(SOURCE, '..', path), 'utf8').includes(`/src/${folder}/`);
    expect(inGate.some(isOf)).toBe(true);
  });

  // It takes four minutes on two quiet cores: files of three seconds and more are for the whole suite.
  test('omits at most a quarter of the files', () => {
    expect(slow.size).toBeGreaterThan(0);
    expect(slow.size).toBeLessThan(testFiles().length / 4);
  });

  test('knows which helpers sample', () => {
    const helpers = readdirSync(join(SOURCE, '..', 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) =>
        /\b(IS_GATE|sampleInGate)\b/.test(readFileSync(join(SOURCE, '..', 'test', path), 'utf8')),
      );
    expect(helpers.sort()).toEqual(['gate.ts', ...SAMPLING_HELPERS.map((name) => `${name}.ts`)]);
  });

  test('samples are spread over all cases, and include all if there are few', () => {
    const cases = [...Array(10).keys()];
    const sampled = sampleInGate(cases, 3);
    expect(sampled).toEqual(process.env.PAYTALLY_GATE === undefined ? cases : [0, 3, 6]);
    expect(sampleInGate([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('the whole suite (npm run test:all)', () => {
  const day = (number: number) => number * 86_400_000;
  const leftOut = (number: number, more: Partial<NodeJS.Process['env']> = {}, ...words: string[]) =>
    suitesOfOtherDays(day(number), { env: more, argv: ['node', 'vitest', ...words] });

  test('tries each long suite on one of three days, or if it is named', () => {
    const [first, second, third] = [leftOut(1), leftOut(2), leftOut(3)].map((suites) => new Set(suites));
    const all = [...new Set([...(first ?? []), ...(second ?? []), ...(third ?? [])])];
    expect(all.filter((path) => !testFiles().includes(path))).toEqual([]);
    for (const path of all) {
      const days = [first, second, third].filter((suites) => !suites?.has(path));
      expect([path, days.length]).toEqual([path, 1]);
      for (const number of [1, 2, 3]) expect(leftOut(number, {}, `./${path}`)).not.toContain(path);
    }
    expect(leftOut(1, { PAYTALLY_WHOLE: '1' })).toEqual([]);
  });
});
