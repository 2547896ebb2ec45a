import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { countSampleRecords, SAMPLE_MONTH, startSampleService } from './whole/sampleService.js';

const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const main = resolve('dist/src/main.js');

/** Without a limit, V8 may delay garbage collection, and the peak would be meaningless. */
const HEAP = '--max-old-space-size=256';

/** Computes and writes a previously read month again, without the service. */
function rerunOf(people: number): Candidate {
  return {
    name: `${people.toLocaleString('en-US')} people`,
    prepare: async (scale) => {
      const { folder } = await startSampleService(Math.round(people * scale), 1);
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
      await run(
        process.execPath,
        [child, 'export', SAMPLE_MONTH, '--quiet', '--template', 'employee-days'],
        options,
      );
      const history = await run(process.execPath, [main, 'history', '--json'], options);
      const runId: string = JSON.parse(history.stdout).runs[0].runId;
      const units = countSampleRecords(folder);
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const again = [HEAP, child, 'rerun', runId, '--out', out];
        const { stdout } = await run(process.execPath, again, options);
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

export const bench: Bench = {
  title:
    'employee-days of a month from the store (rerun), processor time for each record compared with that of 5,000 people; 60,000 take about ten minutes to make',
  unit: 'records',
  candidates: [rerunOf(5_000), rerunOf(60_000)],
};
