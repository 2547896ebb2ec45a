import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const NAME = 'bakery_2026-10_employee-days.csv';
const DRAFT = ['export', '2026-10', '--template', 'employee-days', '--json'];
const FINAL = [...DRAFT, '--final', ...ACCEPT];

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-05', '2026-10-07') });
});
afterEach(() => service.stop());

const at = (...path: string[]): string => join(service.cwd, 'out', ...path);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('locations of files', () => {
  test('a draft in a separate folder, a final above it and read-only', {
    tags: 'slow',
  }, async () => {
    expect((await service.run(DRAFT, { nowMs: AFTER })).status).toBe(0);
    expect(existsSync(at(NAME))).toBe(false);
    const final = await service.run(FINAL, { nowMs: AFTER });
    expect(final.status).toBe(0);
    expect(JSON.parse(final.stdout).runs[0].files[0].path).toBe(at(NAME));
    expect([at(), at('draft'), at('draft', NAME), at(NAME)].map(modeOf)).toEqual([
      0o700, 0o700, 0o600, 0o400,
    ]);
    const bytes = readFileSync(at(NAME));
    expect((await service.run(DRAFT, { nowMs: AFTER })).status).toBe(0);
    expect(readFileSync(at(NAME))).toEqual(bytes);
  });

  test.each([
    ['a file of the user', () => Buffer.from('mine')],
    ['a copy of a draft', () => readFileSync(at('draft', NAME))],
  ])('a final does not replace %s', { tags: 'slow' }, async (_name, content) => {
    expect((await service.run(DRAFT, { nowMs: AFTER })).status).toBe(0);
    const before = content();
    writeFileSync(at(NAME), before);
    for (const plan of [['--dry-run'], []]) {
      const final = await service.run([...FINAL, ...plan], { nowMs: AFTER });
      expect(final.status).toBe(6);
      expect(JSON.parse(final.stdout).error).toMatchObject({ code: 'OUTPUT_EXISTS', record: at(NAME) });
      expect(readFileSync(at(NAME))).toEqual(before);
    }
  });
});

describe('a period that is not over', () => {
  test.each([
    ['its last evening in Brussels', Date.UTC(2026, 9, 31, 22, 59, 59), 5],
    ['the first second after it', Date.UTC(2026, 9, 31, 23), 0],
  ])('%s', { tags: 'slow' }, async (_name, nowMs, status) => {
    const final = await service.run(FINAL, { nowMs });
    expect(final.status).toBe(status);
    if (status === 5) expect(JSON.parse(final.stdout).error.message).toContain('PERIOD_NOT_OVER');
    expect((await service.run(DRAFT, { nowMs })).status).toBe(0);
  });
});
