import { relative } from 'node:path';
import type { ActionSession } from '../app/actions/actionSession.js';
import { readRecent } from '../app/doctor/readRecent.js';
import type { RunHost } from '../app/export/runHost.js';
import { type PayrollListSync, syncFromPayrollList } from '../app/people/payrollListSync.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import { liveSecret } from '../config/liveSecret.js';
import { readPayrollList } from '../documents/register/payrollList.js';
import type { EmployeeToMatch, PayrollListRow, PayrollMatch } from '../domain/people/matchPayrollList.js';
import type { PayrollIdChange } from '../domain/people/payrollIdTable.js';
import { distinctNames } from '../domain/people/peopleDirectory.js';
import { parseLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { fittedText } from '../runtime/wrapText.js';
import { employerAccess } from '../sources/workforce/staging/fetchPeriod.js';
import { printable, tableWithin } from './terminalText.js';

/** The proposals of `employees sync --from`, with their list. */
interface ListedSync extends PayrollListSync {
  readonly from: string;
  readonly incomplete: readonly number[];
  /** Names of the establishments in which people with the same name worked recently, by ID. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

interface ListOptions {
  /** Absolute. */
  readonly from: string;
  readonly apply: boolean;
  readonly dryRun: boolean;
  readonly match: readonly string[];
}

/** A payroll list belongs to one employer. @throws PaytallyError USAGE, MAPPING_INVALID, and those of the service */
export async function proposeFromList(
  host: RunHost,
  { loaded, employers }: Pick<ActionSession, 'loaded' | 'employers'>,
  { from, apply, dryRun, match }: ListOptions,
): Promise<ListedSync> {
  const [employerKey, ...others] = employers;
  if (employerKey === undefined || others.length > 0)
    throw new PaytallyError('USAGE', message('payrollList.oneEmployer'), { record: '--employer' });
  const chosen = new Map(match.map(parseMatch));
  const { rows, incomplete } = await readPayrollList(from);
  const isAsked = !dryRun;
  const request = {
    rows,
    accept: apply && isAsked ? ('sure' as const) : ('none' as const),
    chosen: isAsked ? chosen : new Map<string, PayrollIdChange>(),
  };
  const synced = await syncFromPayrollList(host, loaded, employerKey, request);
  const hasNamesakes = synced.rows.some(({ namesakes }) => namesakes.length > 0);
  const places = hasNamesakes ? await recentPlaces(host, loaded, employerKey) : new Map();
  return { ...synced, from, incomplete, places };
}

/** The recent work locations of each employee; empty if the integration may not read that. */
async function recentPlaces(
  host: RunHost,
  loaded: LoadedConfig,
  employerKey: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const config = configOf(loaded, employerKey);
  const secret = await liveSecret(host, config.employer.clientSecret, loaded.folder);
  const read = await readRecent(host, employerAccess(config, secret), config, []).catch(
    (failure: unknown) => {
      if (failure instanceof PaytallyError && failure.code !== 'INTERRUPTED') return undefined;
      throw failure;
    },
  );
  const labels = new Map(read?.establishments.map(({ id, label }) => [id, label ?? id]));
  return new Map(
    [...(read?.workers ?? [])].map(([id, places]) => [
      id,
      [...places].map((place) => labels.get(place) ?? place).sort(),
    ]),
  );
}

/** `ID=NUMBER`, or `ID=NUMBER@YYYY-MM-DD`. */
function parseMatch(text: string): readonly [string, PayrollIdChange] {
  const at = text.indexOf('=');
  const [id, chosen] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const [, dated, day = ''] = /^(.+)@(\d{4}-\d{2}-\d{2})$/.exec(chosen) ?? [];
  const from = parseLocalDate(day);
  const number = from === undefined ? chosen : (dated ?? chosen);
  if (at > 0 && id !== '' && number !== '') return [id, { number, from }];
  throw new PaytallyError('USAGE', message('payrollList.badMatch', { text }), { record: '--match' });
}

function nameInList({ lastName, firstName, name }: PayrollListRow): string {
  return name === '' ? [lastName, firstName].filter(Boolean).join(', ') : name;
}

/** Namesakes have what tells them apart. */
function employeeNames({ matches, rows, employees }: ListedSync): (employee: EmployeeToMatch) => string {
  const all = [...matches.map(({ employee }) => employee), ...employees];
  const candidates = rows.flatMap((row) => row.candidates);
  const named = [...all, ...candidates].map(({ lastName, firstName, id, number }) => {
    return { id, number, name: [lastName, firstName].filter(Boolean).join(', ') || id };
  });
  const nameOf = distinctNames(named);
  return ({ id }) => nameOf(id);
}

export function payrollListJson(list: ListedSync): object {
  const { employer, path, from, effect, matches, rows, employees, lostZeros, incomplete, written, places } =
    list;
  return {
    employer,
    mapping: path,
    from,
    effect,
    matches: matches.map(({ employee, row, basis, doubt }) => ({
      employeeId: employee.id,
      lastName: employee.lastName,
      firstName: employee.firstName,
      currentNumber: employee.number,
      number: row.number,
      nameInList: nameInList(row),
      line: row.line,
      basis,
      doubt,
      written: effect === 'changed' && written.get(employee.id) === row.number,
    })),
    rowsWithoutEmployee: rows.map(({ row, candidates, namesakes }) => ({
      line: row.line,
      number: row.number,
      nameInList: nameInList(row),
      candidates: candidates.map(({ id }) => id),
      namesakes: namesakes.map(({ id }) => ({ employeeId: id, establishments: places.get(id) ?? [] })),
    })),
    employeesWithoutRow: employees.map(({ id }) => id),
    lostZeros,
    incompleteLines: incomplete,
  };
}

/** Lines whose name several employees have: the employees, their work locations, and the command to choose one. */
function namesakeLines({ rows, places }: ListedSync, say: ReturnType<typeof sayIn>): string[] {
  return rows.flatMap(({ row, namesakes }) => {
    const [first] = namesakes;
    if (first === undefined) return [];
    const people = namesakes.map(({ id }) => {
      const worked = places.get(id) ?? [];
      return say('payrollList.namesake', { id, count: worked.length, places: printable(worked.join(', ')) });
    });
    return [
      say('payrollList.namesakes', {
        line: row.line,
        name: printable(nameInList(row)),
        number: printable(row.number),
        count: namesakes.length,
        people: people.join('; '),
        choice: `${first.id}=${row.number}`,
      }),
    ];
  });
}

const HEADINGS = ['employee', 'listed', 'number', 'match'] as const;

/** Doubtful matches first, then lines without a match; for certain matches, their count and the written ones. */
export function payrollListText(
  list: ListedSync,
  cwd: string,
  language: Language,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const { matches, rows, employees, lostZeros, incomplete, effect, written, from, path } = list;
  const unnamed = rows.filter(({ namesakes }) => namesakes.length === 0);
  const employeeName = employeeNames(list);
  const isNew = ({ basis }: PayrollMatch) => basis !== 'number';
  const doubtful = matches.filter(({ doubt }) => doubt !== null);
  const sure = matches.filter((match) => match.doubt === null && isNew(match));
  const row = ({ employee, row: listed, basis, doubt }: PayrollMatch) => [
    `  ${printable(employeeName(employee))}`,
    printable(nameInList(listed)),
    printable(listed.number),
    say('payrollList.match', {
      basis,
      doubt: (doubt ?? 'none').replaceAll('-', '_'),
      current: printable(employee.number ?? ''),
      choice: `${employee.id}=${listed.number}`,
    }),
  ];
  const headings = HEADINGS.map(
    (name, index) => `${index === 0 ? '  ' : ''}${say(`payrollList.heading.${name}`)}`,
  );
  const shown = [...sure, ...doubtful];
  const file = relative(cwd, path) || path;
  const counts = {
    file: relative(cwd, from) || from,
    rows: matches.length + rows.length,
    sure: sure.length,
    doubtful: doubtful.length,
    known: matches.length - sure.length - doubtful.length,
  };
  const lines = [
    ...namesakeLines(list, say),
    ...unnamed.map(({ row: listed, candidates }) =>
      say('payrollList.noEmployee', {
        line: listed.line,
        name: printable(nameInList(listed)),
        number: printable(listed.number),
        count: candidates.length,
        names: printable(candidates.map(employeeName).join('; ')),
      }),
    ),
    ...employees.map((employee) => say('payrollList.noRow', { name: printable(employeeName(employee)) })),
    ...(lostZeros.length === 0
      ? []
      : [
          say('payrollList.lostZeros', {
            numbers: printable(lostZeros.join(', ')),
            count: lostZeros.length,
          }),
        ]),
    ...(incomplete.length === 0
      ? []
      : [say('payrollList.incomplete', { lines: incomplete.join(', '), count: incomplete.length })]),
  ];
  return [
    fittedText(say('payrollList.summary', counts), width),
    ...(shown.length === 0 ? [] : [tableWithin([headings, ...shown.map(row)], width)]),
    ...lines.map((line) => fittedText(`  ${line}`, width)),
    fittedText(say('payrollList.effect', { effect, count: written.size, file, sure: sure.length }), width),
  ].join('\n');
}
