import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { startSampleService } from './whole/sampleService.js';

const PEOPLE = 5000;
const HEAP_MIB = 192;
const OUT_OF_MEMORY = `does not end within a heap of ${HEAP_MIB} MiB`;
const run = promisify(execFile);
const script = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));

/** From the pages to the file, in a separate process with a small heap. */
function exported(template: string): Candidate {
  return {
    name: template,
    prepare: async (scale) => {
      const people = Math.round(PEOPLE * scale);
      const { folder } = await startSampleService(people);
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const args = ['export', '2026-10', '--quiet', '--template', template, '--out', out];
        const node = [`--max-old-space-size=${HEAP_MIB}`, script, ...args];
        const done = await run(process.execPath, node, { cwd: folder, env }).catch(() => undefined);
        if (done === undefined) return { units: people, result: '', skipped: OUT_OF_MEMORY };
        const { stdout } = done;
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units: people, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

export const bench: Bench = {
  title: `A month of ${PEOPLE} people, --max-old-space-size=${HEAP_MIB}`,
  unit: 'people',
  candidates: [exported('employee-days'), exported('monthly-hours'), exported('timesheets')],
};
