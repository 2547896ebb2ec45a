import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type LocalDate, toLocalDate, weekdayNumber } from '../../../src/domain/time/localDate.js';
import type { EmployerData, RecordEdit } from '../../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../../src/sandbox/scopes.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/startSandbox.js';
import { type ProgramRun, type RunOptions, runPaytally } from '../programs/runPaytally.js';
import { editRecords } from '../service/edits.js';

export const WATCHED = 'a0c6f2de-3d0f-4a55-9a3c-6d3f0e5b8d12';
export const PLACE = uuid('1', 0);

export function uuid(kind: string, number: number): string {
  return `${kind.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Employees who work 7.5 hours from Monday to Friday, in Greenwich Mean Time, so that no clock changes. */
export interface WorkedDays {
  readonly people: number;
  readonly from: string;
  readonly to: string;
  /** The last day with entries; shifts continue. @default `to` */
  readonly workedTo?: string;
}

export const employeeId = (index: number): string => uuid('2', index);
export const entryId = (index: number, day: number): string => uuid(String(30 + index), day);

/** @param day counts from 0, with Saturdays and Sundays */
export function workedEntry(index: number, day: number, date: string, workedMinutes = 450) {
  const end = 8 * 60 + 30 + workedMinutes;
  return {
    id: entryId(index, day),
    employeeId: employeeId(index),
    establishmentId: PLACE,
    shiftId: null,
    workDate: date,
    status: 'Completed' as const,
    workedMinutes,
    startsAt: `${date}T08:00:00Z`,
    endsAt: `${date}T${clock(end)}:00Z`,
    reviewedAtUtc: `${date}T22:00:00Z`,
  };
}

function clock(minutes: number): string {
  return [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

export function weekdaysOf({ from, to }: Pick<WorkedDays, 'from' | 'to'>): [day: number, date: LocalDate][] {
  const days: [number, LocalDate][] = [];
  for (let day = 0, date = toLocalDate(from); date <= to; day += 1, date = addDays(date, 1))
    if (weekdayNumber(date) < 6) days.push([day, date]);
  return days;
}

export function watchedEmployer({ people, from, to, workedTo = to }: WorkedDays): EmployerData {
  const indexes = Array.from({ length: people }, (_, index) => index);
  const days = weekdaysOf({ from, to });
  return {
    employerId: WATCHED,
    name: 'Watched',
    integrations: [{ clientId: 'client', clientSecret: 'watched-secret', scopes: [...SCOPES] }],
    records: {
      establishments: [{ id: PLACE, name: 'Shop', zone: 'Africa/Abidjan' }],
      employees: indexes.map((index) => ({
        id: employeeId(index),
        firstName: 'Ada',
        lastName: `Number ${index}`,
        isActive: true,
      })),
      shifts: days.flatMap(([day, date]) =>
        indexes.map((index) => ({
          id: uuid(String(40_000 + index), day),
          date,
          employeeId: employeeId(index),
          startsAt: `${date}T08:00:00Z`,
          endsAt: `${date}T16:00:00Z`,
          establishmentId: PLACE,
        })),
      ),
      'time-entries': days
        .filter(([, date]) => date <= workedTo)
        .flatMap(([day, date]) => indexes.map((index) => workedEntry(index, day, date))),
    },
  };
}

export interface WatchedService {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: (argv: readonly string[], options?: Partial<RunOptions>) => Promise<ProgramRun>;
  /** Edits of the employer's records. @throws Error for one that finds no record */
  readonly edit: (...edits: readonly RecordEdit[]) => void;
  readonly stop: () => Promise<void>;
}

/** The employer on a real socket, and a folder with its configuration. */
export async function startWatchedService(
  days: WorkedDays,
  configuration = '',
  options: Partial<SandboxOptions> = {},
): Promise<WatchedService> {
  const sandbox = await startSandbox({
    employers: [watchedEmployer(days)],
    limits: { enabled: false },
    ...options,
  });
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-watched-'));
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `baseUrl: ${sandbox.baseUrl}
templates: [pay-lines]
employers:
  watched: { employerId: ${WATCHED}, clientId: client, clientSecret: { env: SECRET } }
${configuration}
`,
  );
  const env = { SECRET: 'watched-secret' };
  return {
    sandbox,
    cwd,
    env,
    run: (argv, more = {}) => runPaytally(argv, { cwd, env, ...more }),
    edit: (...edits) => editRecords(sandbox, WATCHED, edits),
    stop: () => sandbox.stop(),
  };
}
