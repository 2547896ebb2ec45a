import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Candidate } from './benchResult.js';
import { startSampleService } from './whole/sampleService.js';

const PEOPLE = 500;
const run = promisify(execFile);
const script = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
/** All eight rules. */
const RULES = 'workingTime: { pack: nl, limits: { maxDaysInRow: 6 } }';

let service: ReturnType<typeof startSampleService> | undefined;

/** A month from the pages to the file, in a separate process. */
function exported(name: string, rules: string): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const people = Math.round(PEOPLE * scale);
      service ??= startSampleService(people);
      const { folder } = await service;
      const config = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
      writeFileSync(config, `${readFileSync(join(folder, 'paytally.yaml'), 'utf8')}${rules}\n`);
      const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const args = ['export', '2026-10', '--quiet', '--template', 'employee-days', '--out', out];
        const { stdout } = await run(process.execPath, [script, ...args, '--config', config], {
          cwd: folder,
          env,
        });
        const { cpuMs, peakBytes } = JSON.parse(stdout);
        return { units: people, result: '', outside: { cpuMs, peakBytes } };
      };
    },
  };
}

export const bench: Bench = {
  title: `A month of ${PEOPLE} people, with and without limits of working time`,
  unit: 'people',
  // Alternates the candidates, so that a temporary slowdown of the computer is visible.
  candidates: [
    ...[exported('no limits', ''), exported('every limit', RULES)],
    ...[exported('no limits again', ''), exported('every limit again', RULES)],
  ],
};
