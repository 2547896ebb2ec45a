import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SampleService, sampleOfDays, startSampleService } from './sampleService.js';

/** No server listens there: commands that succeed with it work offline. */
export const OFFLINE = { PAYTALLY_SANDBOX_URL: 'http://127.0.0.1:9' };

export type Entry = Record<string, unknown> & {
  readonly id: string;
  readonly workDate: string;
  readonly employeeId: string | null;
  readonly establishmentId: string;
  readonly status: string;
  readonly workedMinutes: number | null;
};

export type Records = Readonly<Record<string, readonly Record<string, unknown>[]>>;
type Env = Readonly<Record<string, string | undefined>>;

/** The sample employer with a store, and the same service after its records were changed. */
export interface LedgerBench {
  readonly service: SampleService;
  readonly records: Records;
  readonly json: SampleService['json'];
  /** The only run of a command that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
  readonly run: (argv: readonly string[], env?: Env) => Promise<any>;
  readonly entries: readonly Entry[];
  /** Gives every employee who has an entry a payroll ID, starting at 1000. @returns their ids */
  readonly giveNumbers: () => readonly string[];
  /** Writes a custom payroll template; returns its name. */
  readonly ownTemplate: (name: string, corrections: string, rows: string) => string;
  /** The environment of a service with other records. */
  readonly changed: (change: (records: Records) => Records) => Promise<Env>;
  /** A file of the output folder, as text. */
  readonly text: (...path: readonly string[]) => string;
  readonly at: (...path: readonly string[]) => string;
  readonly stop: () => Promise<void>;
}

export async function startLedgerBench(
  days: readonly [from: string, to: string],
  configuration = '',
): Promise<LedgerBench> {
  const employers = await sampleOfDays(...days);
  const service = await startSampleService({ employers }, configuration);
  const records = Object.fromEntries(
    Object.entries(employers[0]?.records ?? {}).map(([name, list]) => [
      name,
      [...(list as Iterable<object>)],
    ]),
  ) as unknown as Records;
  const at = (...path: readonly string[]): string => join(service.cwd, 'out', ...path);
  const entries = records['time-entries'] as readonly Entry[];
  return {
    service,
    records,
    entries,
    json: service.json,
    async run(argv, env) {
      const { error, runs } = await service.json(argv, env === undefined ? {} : { env });
      if (error !== undefined) throw new Error(`${argv.join(' ')}: ${error.code}: ${error.message}`);
      return runs[0];
    },
    giveNumbers() {
      const ids = [...new Set(entries.flatMap(({ employeeId }) => employeeId ?? []))];
      const rows = ids.map((id, index) => `${id},${1000 + index}\n`);
      writeFileSync(join(service.cwd, 'employees-bakery.csv'), `employeeId,employeeNumber\n${rows.join('')}`);
      return ids;
    },
    ownTemplate(name, corrections, rows) {
      const head = `kind: text\ndescription: Own\naudience: payroll\n${corrections}\nrows:\n`;
      writeFileSync(join(service.cwd, `${name}.yaml`), `${head}${rows}\n`);
      return `./${name}.yaml`;
    },
    changed: (change) => service.changed(() => change(records)),
    text: (...path) => readFileSync(at(...path), 'utf8'),
    at,
    stop: service.stop,
  };
}

/** Longer than a rounding difference, so that there are minutes to remove. */
export function isWorked({ status, employeeId, workedMinutes }: Entry): boolean {
  return status === 'Completed' && employeeId !== null && (workedMinutes ?? 0) > 100;
}

/** The records with other time entries. */
export function withEntries(
  records: Records,
  change: (entries: readonly Entry[]) => readonly Entry[],
): Records {
  return { ...records, 'time-entries': change(records['time-entries'] as unknown as Entry[]) };
}
