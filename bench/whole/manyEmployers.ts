import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readDataFolder } from '../../src/sandbox/dataFolder.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';

export interface ManyEmployers {
  readonly folder: string;
  readonly sandbox: Sandbox;
}

/**
 * The given numbers of employers and of people for each. Each employer has its own integration, with the limits of the
 * service.
 */
export async function startManyEmployers(
  count: number,
  people: number,
  now: () => number,
): Promise<ManyEmployers> {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const generator = resolve('dist/samples/generator/main.js');
  execFileSync(process.execPath, [generator, '--out', data, '--employees', String(people)]);
  const [sample] = (await readDataFolder(data)).employers;
  const [integration] = sample?.integrations ?? [];
  if (sample === undefined || integration === undefined) throw new Error('the sample has no employer');
  const numbers = Array.from({ length: count }, (_, at) => at);
  const employers = numbers.map((at) => ({
    ...sample,
    employerId: idOf(at),
    integrations: [{ ...integration, clientId: `client-${at}` }],
    edits: [],
  }));
  const sandbox = await startSandbox({ employers, now });
  const lines = numbers.map(
    (at) => `  e${at}:
    employerId: ${idOf(at)}
    clientId: client-${at}
    clientSecret: { env: BENCH_SECRET }
    zone: Europe/Brussels
`,
  );
  writeFileSync(
    join(folder, 'paytally.yaml'),
    `baseUrl: ${sandbox.baseUrl}\ntemplates: [employee-days]\nemployers:\n${lines.join('')}`,
  );
  return { folder, sandbox };
}

export const BENCH_SECRET = 'sandbox-secret-of-the-bakery';

function idOf(at: number): string {
  return `daddf4c2-64d3-4522-bf9a-${String(at).padStart(12, '0')}`;
}
