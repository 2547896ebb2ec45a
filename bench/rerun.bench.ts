import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { DAY_HEADINGS } from './csv/dayRows.js';
import { startPythonCsv } from './csv/pythonCsv.js';
import { measuredCommand, SECRET } from './whole/programRun.js';
import { SAMPLE_MONTH, startSampleService } from './whole/sampleService.js';

const PEOPLE = 5000;
const ROWS = 1_000_000;
const TEMPLATES = ['employee-days', 'monthly-hours'];
const run = promisify(execFile);
const nameOf = (template: string): string => `paytally, ${template}`;

/** Computes and writes a month again that was read before, without the service. */
function rerunOf(template: string): Candidate {
  return {
    name: nameOf(template),
    prepare: async (scale) => {
      const { folder } = await startSampleService(Math.round(PEOPLE * scale), 1);
      await measuredCommand(folder, ['export', SAMPLE_MONTH, '--quiet', '--template', template]);
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: SECRET };
      const history = [resolve('dist/src/main.js'), 'history', '--json'];
      const { stdout } = await run(process.execPath, history, { cwd: folder, env, maxBuffer: 2 ** 26 });
      const runId: string = JSON.parse(stdout).runs[0].runId;
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const outside = await measuredCommand(folder, ['rerun', runId, '--out', out]);
        return { units: PEOPLE * scale, result: '', outside };
      };
    },
  };
}

const CSV = "Python's csv module, a million ready rows";

const python: Candidate = {
  name: CSV,
  prepare: async (scale) => {
    const writeOnce = await startPythonCsv(ROWS * scale, DAY_HEADINGS);
    if (writeOnce === undefined) return () => ({ units: 1, result: '', skipped: 'there is no python3' });
    return async () => ({ units: PEOPLE * scale, result: '', outside: (await writeOnce()).outside });
  },
};

export const bench: Bench = {
  title: 'A month of 5,000 people again from the store, beside the mere writing of a million rows',
  unit: 'people',
  candidates: [python, ...TEMPLATES.map(rerunOf)],
  against: TEMPLATES.map((template) => ({
    what: `${template} of 5,000 people from the store`,
    ours: nameOf(template),
    instead: CSV,
  })),
};
