import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { type SampleService, sampleOfDays, startSampleService } from '../employers/sampleService.js';
import { ACCEPT } from '../employers/scheduleBench.js';
import { DIST } from '../programs/builtProgram.js';

export const CHILD = join(import.meta.dirname, 'clockedProgram.mjs');
/** A minute after the sample's schedule was due. */
export const DUE_MS = Date.parse('2026-11-03T05:01:00Z');
export const DAYS = { from: '2026-10-05', to: '2026-10-06' };

export interface Worker {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

interface EmployersOrder {
  /** For each employer; undefined: as many as the sample has. The work of each employer then differs slightly. */
  readonly people?: number;
  /** Of a mail server that receives each final as well. */
  readonly mailPort?: number;
  /** How long the service takes for each answer. @default 0 */
  readonly latencyMs?: number;
}

const MAILED = `, office: { to: mail, recipients: clerk@example.com, templates: [employee-days], attach: true, when: both }`;

/** Several employers with the sample's work and a due schedule, and functions that read and run them. */
export async function startEmployers(
  count: number,
  more: string,
  store?: string,
  { people, mailPort, latencyMs }: EmployersOrder = {},
) {
  const employers = await manyEmployers(count, people);
  const mail = `mail: { from: payroll@example.com, owner: owner@example.com, smtp: { host: 127.0.0.1, port: ${mailPort}, tls: none } }`;
  const keys = employers.map((_, index) => `e${index}`);
  const configuration = `baseUrl: \${PAYTALLY_SANDBOX_URL}
${store === undefined ? '' : `store: ${store}\n`}employers:
${employers.map(({ employerId }, index) => `  e${index}: { employerId: ${employerId}, clientId: payroll-${index}, clientSecret: { env: PAYTALLY_SANDBOX_SECRET }, zone: Europe/Brussels, employees: employees-bakery.csv${index % 2 === 0 ? ', client: red' : ', client: blue'} }`).join('\n')}
templates: [employee-days, pay-lines]
${mailPort === undefined ? '' : mail}
deliveries: { archive: { to: folder, path: inbox, templates: [employee-days] }${mailPort === undefined ? '' : MAILED} }
schedule: { monthly: { cron: "0 6 3 * *", period: ${DAYS.from}..${DAYS.to}, final: true, deliver: [archive${mailPort === undefined ? '' : ', office'}], ${ACCEPT} } }
${more}`;
  const rules = latencyMs === undefined ? [] : [{ kind: 'latency', latencyMs } as const];
  const service = await startSampleService({ employers, limits: { enabled: false }, faults: { rules } });
  writeFileSync(join(service.cwd, 'paytally.yaml'), configuration);
  mkdirSync(join(service.cwd, 'inbox'));
  return { service, keys };
}

async function manyEmployers(count: number, people?: number): Promise<readonly EmployerData[]> {
  const [sample] = await sampleOfDays(DAYS.from, DAYS.to);
  if (sample === undefined) throw new Error('no sample');
  return Array.from({ length: count }, (_, index) => ({
    ...sample,
    ...(people === undefined ? {} : { records: recordsOf(sample, people, index) }),
    integrations: (sample.integrations ?? [])
      .slice(0, 1)
      .map((each) => ({ ...each, clientId: `payroll-${index}` })),
    employerId:
      index === 0 ? sample.employerId : `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
}

/** The first employees with their work, from which each employer lacks a different entry. */
function recordsOf({ records }: EmployerData, people: number, index: number): EmployerData['records'] {
  const { employees = [], shifts = [], 'time-entries': entries = [] } = records;
  if ('onDate' in shifts || 'onDate' in entries) throw new Error('the sample is a list of records');
  const some = [...employees].slice(0, people);
  const isOwn = ({ employeeId }: { readonly employeeId?: string | null | undefined }) =>
    some.some(({ id }) => id === employeeId);
  const own = [...entries].filter(isOwn);
  return {
    ...records,
    employees: some,
    shifts: [...shifts].filter(isOwn),
    'time-entries': own.filter((_, place) => place !== index % own.length),
  };
}

/** A worker in a separate process. */
export function startWorker(
  service: SampleService,
  name: string,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Worker {
  const args = [CHILD, DIST, String(DUE_MS), 'worker', '--log', 'json', ...argv];
  const child = spawn(process.execPath, args, {
    cwd: service.cwd,
    env: { ...process.env, ...service.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { process: child, output: () => `${name}: ${output}`, ended };
}

/** Waits until a condition is true; fails with the output of the workers. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  say: () => string,
): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    if (await holds()) return performance.now() - startedMs;
    if (performance.now() - startedMs > withinMs) throw new Error(`not within ${withinMs} ms\n${say()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Digests of every file in a folder except the chain files, which contain salts. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.chain'))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((entry) => [
        entry.name,
        createHash('sha256')
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest('hex'),
      ]),
  );
}
