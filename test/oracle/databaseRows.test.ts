// @module-tag slow
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { pythonWith } from '../support/programs/pythonWith.js';

const python = pythonWith('sqlite3');
const FILES = ['employee-days', 'pay-lines', 'entries', 'exceptions'];

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({ limits: { enabled: false } });
});
afterAll(() => service.stop());

test.skipIf(python === undefined)(
  'the tables of a month are the rows of its CSV files, as Python reads both',
  async () => {
    const templates = ['database', ...FILES].flatMap((name) => ['--template', name]);
    const run = await service.run(['export', '2026-10', '--out', 'files', ...templates]);
    expect(run.status, run.stderr).toBe(0);
    const folder = join(service.cwd, 'files', 'draft');
    const database = readdirSync(folder).find((name) => name.endsWith('.sqlite')) ?? '';
    const script = join(import.meta.dirname, 'database_rows.py');
    const output = execFileSync(python ?? '', [script, join(folder, database), folder], { encoding: 'utf8' });
    const compared = JSON.parse(output);
    expect(Object.keys(compared).sort()).toEqual(FILES.toSorted());
    for (const rows of Object.values(compared)) expect(rows).toBeGreaterThan(10);
  },
);
