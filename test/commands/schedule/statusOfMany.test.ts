import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paytally-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Employers without records in the store. */
async function boardOfMany(count: number, columns?: number): Promise<string[]> {
  const employers = Array.from(
    { length: count },
    (_, index) =>
      `  bakery-with-a-very-long-key-${index}: { employerId: 0e6f1c5e-0000-4000-8000-0000000000${10 + index}, clientId: c, clientSecret: { env: S }, zone: Europe/Brussels }`,
  );
  writeFileSync(
    join(folder, 'paytally.yaml'),
    ['baseUrl: http://127.0.0.1:9', 'employers:', ...employers].join('\n'),
  );
  const argv = ['status', '--period', '2026-10'];
  const { status, stdout } = await runPaytally(argv, { cwd: folder, ...(columns && { columns }) });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

test('the states of many employers are counted below them', async () => {
  expect(await boardOfMany(8)).toHaveLength(9);
  expect((await boardOfMany(9)).slice(-2)).toEqual(['', 'Employers: 9 not read yet']);
});

test('a board fits a narrow terminal', async () => {
  const lines = await boardOfMany(2, 60);
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines).toContain('    not read yet');
});
