import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { builtVersion01 } from './whole/earlierVersion.js';
import { countSampleRecords, SAMPLE_MONTH, startSampleService } from './whole/sampleService.js';

const PEOPLE = 5000;
const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const NO_HISTORY = 'neither BENCH_BEFORE nor the history of version 0.1 is there';

/** The whole program in a separate process, including its start: from the pages to the file. */
function exportedBy(name: string, builtProgram: () => Promise<string | undefined>): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const program = await builtProgram();
      if (program === undefined) return () => ({ units: 1, result: '', skipped: NO_HISTORY });
      const { folder } = await startSampleService(Math.round(PEOPLE * scale), 1);
      const secret = 'sandbox-secret-of-the-bakery';
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: secret, BENCH_PROGRAM: program };
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const args = ['export', SAMPLE_MONTH, '--quiet', '--template', 'employee-days', '--out', out];
        const { stdout } = await run(process.execPath, [child, ...args], { cwd: folder, env });
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        const outside = { cpuMs, peakBytes };
        return { units: countSampleRecords(folder), result: digestOfCsv(out), outside };
      };
    },
  };
}

function digestOfCsv(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.csv')) digest.update(readFileSync(join(folder, name)));
  return digest.digest('hex');
}

const own = fileURLToPath(new URL('..', import.meta.url));

export const bench: Bench = {
  title: `From the pages to employee-days: a month of ${PEOPLE} people`,
  unit: 'records',
  candidates: [exportedBy('version 0.1', builtVersion01), exportedBy('now', async () => own)],
};
