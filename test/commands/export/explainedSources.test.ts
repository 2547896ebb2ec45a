import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/* The mapping row, the holiday and the absence that hold on a day, in sheets and in `explain`. */

/** From Debian's packages: reads a PDF back. */
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
const PERIOD = '2026-10-05..2026-10-11';
/** The employer of the sample grants 15 August on this day. */
const MOVED = '2026-10-09';

let service: SampleService;
let worker: string;
beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-11');
  const entries = employers[0]?.records['time-entries'] as unknown as Iterable<Record<string, unknown>>;
  const found = [...entries].find(({ workDate, status }) => workDate === MOVED && status === 'Completed');
  worker = String(found?.employeeId);
  service = await startSampleService({ employers }, 'absences: away.csv\nholidays: feasts.csv');
  writeFileSync(
    join(service.cwd, 'away.csv'),
    `employee,from,to,code,days\n${worker},2026-10-08,2026-10-08,LEAVE,1\n`,
  );
  writeFileSync(join(service.cwd, 'feasts.csv'), 'date,name,part\n2026-10-08,Town fair,pm\n');
  const mapping = join(service.cwd, 'employees-bakery.csv');
  const [heading = '', ...rows] = readFileSync(mapping, 'utf8').trimEnd().split(/\r?\n/);
  const ended = rows.filter((row) => row.startsWith(worker)).map((row) => `${row},,2026-10-08,12345`);
  const begun = rows.filter((row) => row.startsWith(worker)).map((row) => `${row},2026-10-09,,12345`);
  const others = rows.filter((row) => !row.startsWith(worker)).map((row) => `${row},,,`);
  writeFileSync(
    mapping,
    `${[`${heading},from,to,contractWeekdays`, ...others, ...ended, ...begun].join('\n')}\n`,
  );
});
afterAll(() => service.stop());

const run = (...argv: readonly string[]) => service.run(argv, { nowMs: AFTER });

describe('explain', () => {
  const onDay = async (date: string) =>
    (await run('explain', PERIOD, '--employee', worker, '--date', date)).stdout;

  test('names the moved holiday and the mapping row of the day', async () => {
    const text = await onDay(MOVED);
    expect(text).toContain('O.L.V.-Hemelvaart, granted by the employer for 2026-08-15');
    expect(text).toMatch(/mapping row payroll ID .*row from 2026-10-09/);
  });

  test('names the part holiday of the file, the absence with its reason and what the holiday leaves', async () => {
    const text = await onDay('2026-10-08');
    expect(text).toMatch(/Town fair.*line 2/);
    expect(text).toMatch(/mapping row payroll ID .*row until 2026-10-08/);
    expect(text).toMatch(/absence .*LEAVE.*line 2/);
  });
});

test.skipIf(!hasPoppler)(
  'timesheets say which date a moved holiday stands for',
  { tags: 'slow' },
  async () => {
    const argv = ['export', PERIOD, '--template', 'timesheets-pdf', '--json'];
    const path = JSON.parse((await run(...argv)).stdout).runs[0].files[0].path;
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    expect(text).toContain('for 15 August');
  },
);
