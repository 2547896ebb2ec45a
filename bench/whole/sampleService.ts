import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The service is not measured; for 60,000 people it needs some gigabytes. */
const SERVICE_HEAP = '--max-old-space-size=12288';

/** The sample employer with this many people, served on this machine until this process ends. */
export async function startSampleService(people: number, months = 2): Promise<{ readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
  const data = join(folder, 'data');
  const generator = resolve('dist/samples/generator/main.js');
  const size = ['--employees', String(people), '--months', String(months)];
  await run(process.execPath, [SERVICE_HEAP, generator, '--out', data, ...size, '--ndjson']);
  const args = [
    SERVICE_HEAP,
    resolve('dist/src/main.js'),
    'sandbox',
    '--data',
    data,
    '--no-limits',
    '--quiet',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const baseUrl = await addressIn(child.stdout);
  child.unref();
  writeFileSync(join(folder, 'paytally.yaml'), configuration(baseUrl));
  return { folder };
}

/** Thirty days that the data of one month covers completely: it begins on 15 September. */
export const SAMPLE_MONTH = '2026-09-16..2026-10-15';

/**
 * The number of shifts and time entries in a data folder; those of one month are all in or next to {@link
 * SAMPLE_MONTH}.
 */
export function countSampleRecords(folder: string): number {
  return ['shifts', 'time-entries'].reduce((sum, list) => {
    const bytes = readFileSync(join(folder, 'data', 'bakery', `${list}.ndjson`));
    let lines = 0;
    for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) lines += 1;
    return sum + lines;
  }, 0);
}

const LINE_END = 10;

async function addressIn(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const [, address] = /^API\s+(\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    if ('unref' in stdout && typeof stdout.unref === 'function') stdout.unref();
    return address;
  }
  throw new Error('the sandbox ended without saying its address');
}

function configuration(baseUrl: string): string {
  return `baseUrl: ${baseUrl}
employers:
  bakery:
    employerId: daddf4c2-64d3-4522-bf9a-c4c2580efafe
    clientId: bakery-payroll
    clientSecret: { env: PAYTALLY_SANDBOX_SECRET }
    employees: data/employees-bakery.csv
    zone: Europe/Brussels
attribution: start
`;
}
