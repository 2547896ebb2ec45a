import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** See test/oracle/zone_oracle.py. */
export interface OracleAnswer {
  readonly names: Readonly<Record<string, number>>;
  readonly classes: readonly OracleClass[];
  readonly windows: readonly OracleWindow[];
}

export interface OracleClass {
  readonly first: number;
  readonly changes: readonly (readonly [instant: number, offset: number])[];
  readonly windows: readonly number[];
}

export interface OracleWindow {
  readonly from: number;
  readonly to: number;
  readonly offsets: readonly (readonly [instant: number, offset: number])[];
  readonly days: readonly (readonly [epochDay: number, firstInstant: number])[];
}

/** A Python with zone tables, and the version of the tables. */
export interface Oracle {
  readonly version: string;
  ask(first: string, last: string, zones?: readonly string[]): Promise<OracleAnswer>;
}

const SCRIPT = fileURLToPath(new URL('../../oracle/zone_oracle.py', import.meta.url));
const PYTHONS = ['/usr/bin/python3', 'python3'];
/** The paths that Python itself uses by default. */
const TABLE_FOLDERS = [
  '/usr/share/zoneinfo',
  '/usr/lib/zoneinfo',
  '/usr/share/lib/zoneinfo',
  '/etc/zoneinfo',
];

const run = promisify(execFile);

/** undefined if the machine lacks Python 3.9, or tables that state their version. */
export async function findOracle(): Promise<Oracle | undefined> {
  const folder = TABLE_FOLDERS.find((candidate) => existsSync(`${candidate}/tzdata.zi`));
  const python = await findPython();
  if (folder === undefined || python === undefined) return undefined;
  const [, version = 'unknown'] = /^# version (\S+)/.exec(readFileSync(`${folder}/tzdata.zi`, 'utf8')) ?? [];
  return {
    version,
    ask: async (first, last, zones = []) => {
      const env = { ...process.env, PYTHONTZPATH: folder };
      const options = { env, maxBuffer: 256 * 1024 * 1024 };
      return JSON.parse((await run(python, [SCRIPT, first, last, ...zones], options)).stdout);
    },
  };
}

async function findPython(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    try {
      await run(python, ['-c', 'import zoneinfo']);
      return python;
    } catch {
      // The next Python may have them.
    }
  }
  return undefined;
}
