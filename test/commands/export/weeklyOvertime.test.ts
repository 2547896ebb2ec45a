import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const RULES = `payRules:
  base:
    - { code: OT, over: { week: 2100 } }
    - { code: NORMAL }
`;

interface Line {
  readonly key: string;
  readonly minutes: number;
}

/** Employee, date and pay code -> minutes, from the pay-lines file of an export. */
function payLines(folder: string, name: string): Line[] {
  const [header = '', ...rows] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const columns = header.split(',');
  const at = (row: string, column: string): string => row.split(',')[columns.indexOf(column)] ?? '';
  return rows.map((row) => ({
    key: `${at(row, 'employeeId')} ${at(row, 'date')} ${at(row, 'payCode')}`,
    minutes: Number(at(row, 'minutes')),
  }));
}

describe('a week across two periods', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, RULES);
  });
  afterAll(() => service.stop());

  test('is paid once: two exports of half a week give the same lines as one export of the whole week', {
    tags: 'slow',
  }, async () => {
    const periods = ['2026-10-12..2026-10-18', '2026-10-12..2026-10-14', '2026-10-15..2026-10-18'];
    const [whole, ...halves] = await Promise.all(
      periods.map(async (period) => {
        const { status } = await service.run([
          'export',
          period,
          '--template',
          'pay-lines',
          '--quiet',
          '--out',
          period,
        ]);
        expect(status).toBe(0);
        return payLines(join(service.cwd, period, 'draft'), `bakery_${period}_pay-lines.csv`);
      }),
    );
    const byKey = (a: Line, b: Line): number => (a.key < b.key ? -1 : 1);
    expect(whole?.some(({ key }) => key.endsWith(' OT'))).toBe(true);
    expect(halves.flat().sort(byKey)).toEqual(whole?.sort(byKey));
  });
});
