import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Outcome } from '../benchResult.js';

const run = promisify(execFile);
const child = fileURLToPath(new URL('exportChild.js', import.meta.url));
export const SECRET = 'sandbox-secret-of-the-bakery';

/** Runs one command line of paytally in a separate process, and measures that. Waits for rate limits take no time. */
export async function measuredCommand(
  folder: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<NonNullable<Outcome['outside']>> {
  const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: SECRET };
  const { stdout } = await run(process.execPath, [...nodeOptions, child, ...args], {
    cwd: folder,
    env,
    maxBuffer: 2 ** 26,
  });
  const { cpuMs, peakBytes } = JSON.parse(stdout);
  return { cpuMs, peakBytes };
}
