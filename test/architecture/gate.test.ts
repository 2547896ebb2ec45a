import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOnlyInWholeSuite, SAMPLING_HELPERS, sampleInGate, testFiles } from '../gate.js';

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

  test('omits few files', () => {
    expect(slow.size).toBeGreaterThan(0);
    expect(slow.size).toBeLessThan(testFiles().length / 10);
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
