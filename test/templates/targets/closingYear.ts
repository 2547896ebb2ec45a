import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { startSandbox } from '../../../src/sandbox/startSandbox.js';
import { sampleData } from '../../support/employers/sampleService.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { OVERTIME_ABOVE, PEOPLE } from './office.js';
import { type Employer, type Format, mappingOf, numberOf, personKey, variablesOf } from './offices.js';
import { keyOf } from './payrollSystem.js';

/* Two employers of a payroll office over a year: their records, their configuration, and the right amounts. */

export const KEYS = ['bakery', 'cafe'] as const;
export type Key = (typeof KEYS)[number];
/** After the year and the two halves of January that follow it. */
export const AFTER_THE_YEAR = Date.UTC(2026, 1, 3, 12);
const ACCEPT = ['--accept', 'NO_ENTRIES=nobody worked'];

interface Work {
  readonly who: number;
  readonly date: string;
  readonly minutes: number;
}

/** Two days of each month for each employee, with amounts that are never the same twice. */
export function workOf(key: Key, months: readonly string[]): Work[] {
  return months.flatMap((month, at) =>
    PEOPLE.flatMap((_, who) =>
      ['05', '20'].map((day, half) => ({
        who,
        date: `${month}-${day}`,
        minutes: 280 + 7 * at + 31 * who + 53 * half + 11 * KEYS.indexOf(key),
      })),
    ),
  );
}

export type YearOfWork = Readonly<Record<Key, readonly Work[]>>;

export interface YearRun {
  readonly runId: string;
  readonly employer: Key;
  readonly state: string;
  readonly files: readonly {
    readonly path: string;
    readonly template: string;
    readonly sha256: string;
    readonly isCompanion?: true;
  }[];
  readonly deliveries?: readonly {
    readonly name: string;
    readonly state: string;
    readonly problem?: string;
  }[];
  readonly lines?: readonly { readonly template: string | null }[];
  readonly sheet?: readonly { readonly template: string }[];
}

/** The limit of requests counts those of the last minute, so the clock moves on from one command to the next. */
const BETWEEN_COMMANDS_MS = 5 * 60_000;
let commands = 0;

/** Runs a command of the office; its status must be 0. */
export type Run = (...argv: string[]) => Promise<readonly YearRun[]>;

export interface YearOffice {
  readonly cwd: string;
  readonly employer: Employer;
  readonly env: Readonly<Record<string, string>>;
}

/** The two employers with this work, served on a socket while `use` runs. */
export async function servedYear(
  { cwd, env }: YearOffice,
  work: YearOfWork,
  use: (run: Run) => Promise<void>,
): Promise<void> {
  const data = await sampleData();
  const [integration] = data.employers[0]?.integrations ?? [];
  if (integration === undefined) throw new Error('the sample has an integration');
  const employers = KEYS.map((key) => ({
    employerId: employerId(key),
    name: key,
    integrations: [{ ...integration, clientId: key }],
    records: recordsOf(key, work[key]),
  })) as unknown as EmployerData[];
  const sandbox = await startSandbox({ ...data, employers, limits: { enabled: false } });
  const all = { ...env, SERVICE: sandbox.baseUrl, SECRET: integration.clientSecret };
  try {
    await use(async (...argv) => {
      const accepted = ['export', 'corrections'].includes(argv[0] ?? '') ? ACCEPT : [];
      commands += 1;
      const options = { cwd, env: all, nowMs: AFTER_THE_YEAR + commands * BETWEEN_COMMANDS_MS };
      if (process.env.YEAR_TRACE !== undefined) console.log(new Date().toISOString(), argv.join(' '));
      const { stdout, stderr, status } = await runPaytally([...argv, ...accepted, '--json'], options);
      if (status !== 0) throw new Error(`${argv.join(' ')}: status ${status}\n${stderr}\n${stdout}`);
      return JSON.parse(stdout).runs;
    });
  } finally {
    await sandbox.stop();
  }
}

function employerId(key: Key): string {
  return `00000000-0000-4000-8000-00000000000${KEYS.indexOf(key) + 1}`;
}

const PLACE = '00000000-0000-4000-8000-0000000000ff';

function recordsOf(key: Key, work: readonly Work[]): Record<string, unknown> {
  return {
    establishments: [{ id: PLACE, name: key, zone: 'Europe/Brussels' }],
    employees: PEOPLE.map((person) => ({ ...person, isActive: true })),
    shifts: [],
    'time-entries': work.map(({ who, date, minutes }, at) => ({
      id: `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
      workDate: date,
      status: 'Completed',
      startsAt: stamp(date, 0),
      endsAt: stamp(date, minutes),
      workedMinutes: minutes,
      shiftId: null,
      reviewedAtUtc: `${date}T20:00:00Z`,
      employeeId: PEOPLE[who]?.id,
      establishmentId: PLACE,
      teamId: null,
      taskId: null,
    })),
  };
}

function stamp(date: string, after: number): string {
  return new Date(Date.parse(`${date}T06:00:00Z`) + after * 60_000).toISOString();
}

/** Where the numbers of an employer begin: no two employees of the office share one. */
const timesOf = (key: Key): number => 50 * KEYS.indexOf(key);

/** The configuration of the office. @param deliveriesOf each employer's own deliveries */
export function configureYear(
  { cwd, employer }: YearOffice,
  deliveriesOf: (key: Key) => Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const templates = Object.keys(employer.formats);
  const employers = KEYS.map((key) => {
    writeFileSync(
      join(cwd, `employees-${key}.csv`),
      mappingOf(employer, () => timesOf(key)),
    );
    const deliveries = deliveriesOf(key);
    for (const each of Object.values(deliveries)) makeInbox(cwd, each as { to: string; path?: string });
    const account = { employerId: employerId(key), clientId: key, clientSecret: { env: 'SECRET' } };
    return [key, { ...account, employees: `employees-${key}.csv`, zone: 'Europe/Brussels', deliveries }];
  });
  const [normal = '', overtime = ''] = employer.codes;
  const secondary = employer.secondary === undefined ? {} : { secondary: employer.secondary };
  const configuration = {
    baseUrl: ['$', '{SERVICE}'].join(''),
    templates,
    variables: variablesOf(employer),
    fileNames: fileNamesOf(employer),
    payCodes: {
      NORMAL: { external: normal, ...secondary },
      OVERTIME: { external: overtime, ...secondary },
    },
    payRules: { base: [{ code: 'OVERTIME', over: { day: OVERTIME_ABOVE } }, { code: 'NORMAL' }] },
    employers: Object.fromEntries(employers),
    ...more,
  };
  writeFileSync(join(cwd, 'paytally.yaml'), JSON.stringify(configuration, null, 2));
}

function makeInbox(cwd: string, { to, path }: { readonly to: string; readonly path?: string }): void {
  if (to === 'folder' && path !== undefined) mkdirSync(join(cwd, path), { recursive: true });
}

/**
 * Names that do not have the employer would be the same for both, which paytally refuses before it reads anything; these
 * are the vendor's with the employer in front.
 */
function fileNamesOf({ formats }: Employer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(formats).flatMap(([name, { fileNameOfEmployer }]) =>
      fileNameOfEmployer === undefined ? [] : [[name, fileNameOfEmployer]],
    ),
  );
}

/** What a payroll system must have of an employer's days: minutes of each code are added up, and rounded once. */
export function rightUnits(
  employer: Employer,
  format: Format,
  { key, work, from, to }: { key: Key; work: readonly Work[]; from: string; to: string },
): Record<string, number> {
  const [normal = '', overtime = ''] = employer.codes;
  const minutes = new Map<string, number>();
  for (const each of work.filter(({ date }) => date >= from && date <= to)) {
    const person = personKey(format, each.who, numberOf(employer, each.who, timesOf(key)));
    const above = Math.max(0, each.minutes - OVERTIME_ABOVE);
    for (const [code, some] of [
      [normal, each.minutes - above],
      [overtime, above],
    ] as const) {
      const at = keyOf(person, format.codeIs?.[code] ?? code);
      minutes.set(at, (minutes.get(at) ?? 0) + some);
    }
  }
  return shown([...minutes].map(([at, some]) => [at, Math.round((some * format.unitsPerHour) / 60)]));
}

/** What the payroll system's own reader finds in the files of a template. */
export function readUnits(format: Format, { files }: YearRun, template: string): Record<string, number> {
  const units = new Map<string, number>();
  for (const { path } of files.filter((each) => each.template === template && !each.isCompanion))
    for (const line of format.reader(readFileSync(path)).lines) {
      const at = keyOf(line.employee, line.code);
      units.set(at, (units.get(at) ?? 0) + line.units);
    }
  return shown([...units]);
}

function shown(amounts: readonly (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(amounts.filter(([, units]) => units !== 0).sort());
}
