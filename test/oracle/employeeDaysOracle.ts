import { findZonePython } from '../support/programs/zonePython.js';

/** The control totals in the form of `--json` (README). Empty reasons are omitted. */
export interface OracleControl {
  readonly fetchedEntries: number;
  readonly fetchedMinutes: number;
  readonly exportedEntries: number;
  readonly exportedMinutes: number;
  readonly excluded: readonly {
    readonly reason: string;
    readonly entries: number;
    readonly minutes: number;
  }[];
}

/** What employee_days.py expects of an export. */
export interface OracleDays {
  readonly tzdata: string;
  /** The whole expected `employee-days` file. */
  readonly csv: string;
  readonly control: OracleControl;
}

export interface EntryCase {
  readonly zone: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly workedMinutes: number;
}

/** Per policy: local date -> minutes. */
export interface EntryAnswer {
  readonly elapsedMinutes: number;
  readonly start: Readonly<Record<string, number>>;
  readonly split: Readonly<Record<string, number>>;
  readonly end: Readonly<Record<string, number>>;
  readonly majority: Readonly<Record<string, number>>;
  readonly shift: Readonly<Record<string, number>>;
}

export interface DaysQuestion {
  /** An employer's folder inside a sandbox data folder. */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
  readonly attribution: 'start' | 'split' | 'end' | 'majority' | 'shift';
  readonly mapping?: string;
}

export interface EmployeeDaysOracle {
  readonly days: (question: DaysQuestion) => OracleDays;
  readonly entries: (cases: readonly EntryCase[]) => readonly EntryAnswer[];
  readonly shares: (cases: readonly { weights: readonly number[]; total: number }[]) => readonly number[][];
}

const SCRIPT = 'employee_days.py';

/** The oracle with zone tables of the required version; undefined, after a line that says so, if it cannot run. */
export function findEmployeeDaysOracle(version: string): EmployeeDaysOracle | undefined {
  const run = findZonePython(version);
  if (run === undefined) return undefined;
  return {
    days: ({ folder, from, to, attribution, mapping }) =>
      run(SCRIPT, ['days', folder, from, to, attribution, ...(mapping ? [mapping] : [])]) as OracleDays,
    entries: (cases) => run(SCRIPT, ['entries'], cases) as EntryAnswer[],
    shares: (cases) => run(SCRIPT, ['shares'], cases) as number[][],
  };
}
