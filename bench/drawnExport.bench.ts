import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { startSampleService } from './whole/sampleService.js';
import { drawnTemplate, RUN_COLUMNS } from './workbook-template/drawnTemplate.js';

/** Two months of them have 100,133 days with work or a plan. */
const PEOPLE = 3214;
const PERIOD = '2026-09-01..2026-10-31';
const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const main = resolve('dist/src/main.js');

/** In a separate process with the default heap of Node.js. */
function made(name: string, template: string, way: 'pages' | 'store'): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const people = Math.round(PEOPLE * scale);
      const { folder } = await startSampleService(people);
      writeFileSync(join(folder, 'days.xlsx'), await drawnTemplate(RUN_COLUMNS));
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
      const asked = ['export', PERIOD, '--quiet', '--template', template];
      const args = way === 'pages' ? asked : ['rerun', await exportedOnce(asked, options)];
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const { stdout } = await run(process.execPath, [child, ...args, '--out', out], options);
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units: people, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

/** @returns the ID of the run */
async function exportedOnce(args: readonly string[], options: ExecFileOptions): Promise<string> {
  await run(process.execPath, [child, ...args], options);
  const { stdout } = await run(process.execPath, [main, 'history', '--json'], options);
  return JSON.parse(String(stdout)).runs[0].runId;
}

export const bench: Bench = {
  title:
    "A user's workbook of 100,000 rows with formulas: from the pages to the file, compared with the same rows as text, and from the store",
  unit: 'people',
  candidates: [
    made('days.xlsx, drawn', './days.xlsx', 'pages'),
    made('employee-days', 'employee-days', 'pages'),
    made('days.xlsx, from the store', './days.xlsx', 'store'),
  ],
};
