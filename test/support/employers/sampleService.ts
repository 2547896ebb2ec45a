import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDataFolder } from '../../../src/sandbox/dataFolder.js';
import type { EmployerData, RecordEdit, SandboxData } from '../../../src/sandbox/sandboxData.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/startSandbox.js';
import { PROJECT, type ProgramRun, type RunOptions, runPaytally } from '../programs/runPaytally.js';
import { editRecords } from '../service/edits.js';

const SAMPLES = join(PROJECT, 'samples');
export const SAMPLE_DATA = join(SAMPLES, 'data');
export const SAMPLE_EMPLOYER = 'daddf4c2-64d3-4522-bf9a-c4c2580efafe';

/** What blocks finals in the sample, each accepted with a reason. */
export const ACCEPT = [
  'OPEN_ENTRY',
  'UNREVIEWED',
  'OVERLAP',
  'MISSING_END',
  'NET_EXCEEDS_GROSS',
  'INVALID_RECORD',
].flatMap((code) => ['--accept', `${code}=known`]);

/** After the sample month. */
export const AFTER = Date.UTC(2026, 10, 3, 12);

/** The status, what stderr has, and what the command prints. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
export type JsonAnswer = any;

export type Records = EmployerData['records'];
type Env = Readonly<Record<string, string | undefined>>;

/** The sample employer on a real socket, and a folder with its configuration and mapping. */
export interface SampleService {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a command line in `cwd`. */
  readonly run: (argv: readonly string[], options?: Partial<RunOptions>) => Promise<ProgramRun>;
  /** What a command prints with `--json`, after the sample month. @throws Error for a bug */
  readonly json: (argv: readonly string[], options?: Partial<RunOptions>) => Promise<JsonAnswer>;
  /** A final of these days; what blocks finals in the sample is accepted. */
  readonly final: (period: string, ...more: readonly string[]) => Promise<JsonAnswer>;
  /** The environment of the same service with other records; it ends with this one. */
  readonly changed: (change: (records: Records) => object) => Promise<Env>;
  /** Edits of the employer's records. @throws Error for one that finds no record */
  readonly edit: (...edits: readonly RecordEdit[]) => void;
  readonly stop: () => Promise<void>;
}

let readOnce: Promise<SandboxData> | undefined;

/** Read and checked once for all tests of a file; the sandbox edits its own copy. */
export function sampleData(): Promise<SandboxData> {
  readOnce ??= readDataFolder(SAMPLE_DATA);
  return readOnce;
}

/**
 * The sample employer with only the shifts and time entries of these days, for tests that do not need a month, and
 * without the edits that its data folder makes during the read.
 */
export async function sampleOfDays(from: string, to: string): Promise<readonly EmployerData[]> {
  const { employers } = await sampleData();
  const within = (day: string) => day >= from && day <= to;
  return employers.map((employer) => {
    const { shifts = [], 'time-entries': entries = [], ...others } = employer.records;
    if ('onDate' in shifts || 'onDate' in entries) throw new Error('the sample is a list of records');
    const records = {
      ...others,
      shifts: [...shifts].filter(({ date }) => within(date)),
      'time-entries': [...entries].filter(({ workDate }) => within(workDate)),
    };
    return { ...employer, edits: [], records };
  });
}

/**
 * `configuration` replaces or adds top-level keys: it comes first, and keys that it has are removed from the sample.
 */
export async function startSampleService(
  options: Partial<SandboxOptions> = {},
  configuration = '',
): Promise<SampleService> {
  const data = await sampleData();
  const sandbox = await startSandbox({ ...data, ...options });
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-cli-'));
  writeFileSync(join(cwd, 'paytally.yaml'), sampleConfiguration(configuration));
  copyFileSync(join(SAMPLES, 'employees-bakery.csv'), join(cwd, 'employees-bakery.csv'));
  const env = {
    PAYTALLY_SANDBOX_URL: sandbox.baseUrl,
    PAYTALLY_SANDBOX_SECRET: data.employers[0]?.integrations?.[0]?.clientSecret,
  };
  const others: Sandbox[] = [];
  const run: SampleService['run'] = (argv, more = {}) => runPaytally(argv, { cwd, env, ...more });
  const json: SampleService['json'] = async (argv, more = {}) => {
    const { status, stdout, stderr } = await run([...argv, '--json'], { nowMs: AFTER, ...more });
    if (stderr.includes('BUG')) throw new Error(stderr);
    return { status, stderr, ...JSON.parse(stdout) };
  };
  return {
    sandbox,
    cwd,
    env,
    run,
    json,
    final: (period, ...more) => json(['export', period, '--final', ...ACCEPT, ...more]),
    edit: (...edits) => editRecords(sandbox, SAMPLE_EMPLOYER, edits),
    async changed(change) {
      const before = options.employers ?? data.employers;
      const employers = before.map((each) => ({ ...each, records: change(each.records) }));
      const other = await startSandbox({ ...data, ...options, employers: employers as EmployerData[] });
      others.push(other);
      return { ...env, PAYTALLY_SANDBOX_URL: other.baseUrl };
    },
    async stop() {
      await sandbox.stop();
      for (const other of others) await other.stop();
    },
  };
}

function sampleConfiguration(configuration: string): string {
  // Tests use files without a locale, unless they set one.
  const replaced = ['locale', ...[...configuration.matchAll(/^(\w+):/gm)].map(([, key]) => key)];
  const sample = readFileSync(join(SAMPLES, 'paytally.yaml'), 'utf8')
    .replace('employee-days, hours]', 'employee-days]')
    .split('\n');
  const kept = sample.filter((line) => !replaced.some((key) => line.startsWith(`${key}:`)));
  return `${configuration}\n${kept.join('\n')}`;
}
