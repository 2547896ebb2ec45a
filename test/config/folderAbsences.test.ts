import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configOf } from '../../src/config/config.js';
import { loadConfig, reloadConfig } from '../../src/config/load.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-absences-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const absencesOf = (loaded: Awaited<ReturnType<typeof loadConfig>>) =>
  ['bakery', 'cafe', 'shop'].map((key) => configOf(loaded, key).absences);

test('absences.csv of the folder is read by itself, and a setting takes precedence', async () => {
  for (const folder of ['a', 'b', 'c']) mkdirSync(join(cwd, folder));
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    'employers:\n  bakery: { source: { csv: a } }\n  cafe: { source: { csv: b }, absences: other.csv }\n  shop: { source: { csv: c } }\n',
  );
  for (const folder of ['a', 'b'])
    writeFileSync(join(cwd, folder, 'absences.csv'), 'employee,from,to,code,days\n');
  const loaded = await loadConfig({ cwd, env: {} });
  expect(absencesOf(loaded)).toEqual([join('a', 'absences.csv'), 'other.csv', undefined]);
  expect(await reloadConfig({ cwd, env: {} }, loaded)).toBe(loaded);
  writeFileSync(join(cwd, 'c', 'absences.csv'), 'employee,from,to,code,days\n');
  expect(absencesOf(await reloadConfig({ cwd, env: {} }, loaded))[2]).toBe(join('c', 'absences.csv'));
});
