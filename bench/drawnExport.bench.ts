import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { startSampleService } from './whole/sampleService.js';
import { drawnTemplate, RUN_COLUMNS } from './workbook-template/drawnTemplate.js';

/** Two months of them have 101,464 days with work or a plan. */
const PEOPLE = 5000;
const PERIOD = '2026-09-01..2026-10-31';
const run = promisify(execFile);
const script = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));

/** From the pages to the file, in a process of its own with the heap that Node.js gives it. */
function exported(name: string, template: string): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const people = Math.round(PEOPLE * scale);
      const { folder } = await startSampleService(people);
      writeFileSync(join(folder, 'days.xlsx'), await drawnTemplate(RUN_COLUMNS));
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const args = ['export', PERIOD, '--quiet', '--template', template, '--out', out];
        const { stdout } = await run(process.execPath, [script, ...args], { cwd: folder, env });
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units: people, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

export const bench: Bench = {
  title:
    "A user's workbook of 100,000 rows with formulas, from the pages to the file, beside the same rows as text",
  unit: 'people',
  candidates: [exported('days.xlsx, drawn', './days.xlsx'), exported('employee-days', 'employee-days')],
};
