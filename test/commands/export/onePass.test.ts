import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Store } from '../../../src/store/store.js';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

/** How often each employee's records were read from the store. */
function watchedReads(): Map<string | null, number> {
  const reads = new Map<string | null, number>();
  const { recordsOf } = Store.prototype;
  vi.spyOn(Store.prototype, 'recordsOf').mockImplementation(function (this: Store, readId, person) {
    reads.set(person, (reads.get(person) ?? 0) + 1);
    return recordsOf.call(this, readId, person);
  });
  return reads;
}

describe('an export of one table by person', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.stop());
  afterEach(() => vi.restoreAllMocks());

  async function exported(out: string, ...templates: readonly string[]) {
    const names = templates.flatMap((name) => ['--template', name]);
    const { status } = await service.run(['export', '2026-10', ...names, '--quiet', '--out', out]);
    expect(status).toBe(0);
    return readFileSync(join(service.cwd, out, 'draft', 'bakery_2026-10_employee-days.csv'), 'utf8');
  }

  test('processes each employee once, and writes the same bytes as an export that makes two passes', {
    tags: 'slow',
  }, async () => {
    const reads = watchedReads();
    const once = await exported('once', 'employee-days');
    expect(reads.size).toBeGreaterThan(10);
    expect([...new Set(reads.values())]).toEqual([1]);
    reads.clear();
    const besides = await exported('besides', 'pay-lines', 'employee-days');
    expect(Math.max(...reads.values())).toBe(1);
    expect(besides).toBe(once);
  });

  test('writes no file if the run stops', { tags: 'slow' }, async () => {
    const run = [
      'export',
      '2026-10',
      '--template',
      'employee-days',
      '--final',
      '--quiet',
      '--out',
      'stopped',
    ];
    const { status } = await service.run(run);
    expect(status).not.toBe(0);
    expect(() => readFileSync(join(service.cwd, 'stopped'))).toThrow('ENOENT');
  });
});
