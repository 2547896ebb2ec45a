import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { countSampleRecords, SAMPLE_MONTH, startSampleService } from './whole/sampleService.js';

const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const PEOPLE = 3_000;
const ACCOUNT = `account: { target: planned, from: ${SAMPLE_MONTH.slice(0, 10)}, cap: { max: 1200, min: -600, surplus: OT } }
`;

/** An export with monthly hours and timesheets, as most employers make it. */
function exportWith(name: string, settings: string): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const { folder } = await startSampleService(Math.round(PEOPLE * scale), 1);
      appendFileSync(join(folder, 'paytally.yaml'), settings);
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
      const units = countSampleRecords(folder);
      const templates = ['monthly-hours', 'timesheets', 'pay-lines'].flatMap((each) => ['--template', each]);
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const argv = [child, 'export', SAMPLE_MONTH, '--quiet', '--out', out, ...templates];
        const { stdout } = await run(process.execPath, argv, options);
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

export const bench: Bench = {
  title: `an export of ${PEOPLE.toLocaleString('en-US')} people with an hours account for each, processor time compared with one without`,
  unit: 'records',
  candidates: [exportWith('without accounts', ''), exportWith('with accounts', ACCOUNT)],
};
