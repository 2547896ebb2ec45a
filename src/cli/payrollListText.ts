import { relative } from 'node:path';
import type { ActionSession } from '../actions/actionSession.js';
import type { EmployeeToMatch, PayrollListRow, PayrollMatch } from '../domain/people/matchPayrollList.js';
import { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { type PayrollListSync, syncFromPayrollList } from '../people/payrollListSync.js';
import { readPayrollList } from '../render/register/payrollList.js';
import type { RunHost } from '../run.js';
import { fittedText } from '../runtime/wrapText.js';
import { printable, tableWithin } from './terminalText.js';

/** What `employees sync --from` proposes, with the list that it was read from. */
interface ListedSync extends PayrollListSync {
  readonly from: string;
  readonly incomplete: readonly number[];
}

interface ListOptions {
  /** Absolute. */
  readonly from: string;
  readonly apply: boolean;
  readonly dryRun: boolean;
  readonly match: readonly string[];
}

/** A payroll list is one employer's. @throws PaytallyError USAGE, MAPPING_INVALID, and those of the service */
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
    chosen: isAsked ? chosen : new Map<string, string>(),
  };
  return { ...(await syncFromPayrollList(host, loaded, employerKey, request)), from, incomplete };
}

function parseMatch(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  const [id, number] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && id !== '' && number !== '') return [id, number];
  throw new PaytallyError('USAGE', message('payrollList.badMatch', { text }), { record: '--match' });
}

function nameInList({ lastName, firstName, name }: PayrollListRow): string {
  return name === '' ? [lastName, firstName].filter(Boolean).join(', ') : name;
}

function employeeName({ lastName, firstName, id }: EmployeeToMatch): string {
  return [lastName, firstName].filter(Boolean).join(', ') || id;
}

export function payrollListJson(list: ListedSync): object {
  const { employer, path, from, effect, matches, rows, employees, lostZeros, incomplete, written } = list;
  return {
    ...{ employer, mapping: path, from, effect },
    matches: matches.map(({ employee, row, basis, doubt }) => ({
      ...{ employeeId: employee.id, lastName: employee.lastName, firstName: employee.firstName },
      ...{ currentNumber: employee.number, number: row.number, nameInList: nameInList(row), line: row.line },
      ...{ basis, doubt, written: effect === 'changed' && written.get(employee.id) === row.number },
    })),
    rowsWithoutEmployee: rows.map(({ row, candidates }) => ({
      ...{ line: row.line, number: row.number, nameInList: nameInList(row) },
      candidates: candidates.map(({ id }) => id),
    })),
    employeesWithoutRow: employees.map(({ id }) => id),
    lostZeros,
    incompleteLines: incomplete,
  };
}

const HEADINGS = ['employee', 'listed', 'number', 'match'] as const;

/** Doubtful matches first, then what has no match; sure ones are a count and those that were written. */
export function payrollListText(
  list: ListedSync,
  cwd: string,
  language: Language,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const { matches, rows, employees, lostZeros, incomplete, effect, written, from, path } = list;
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
    ...{ file: relative(cwd, from) || from, rows: matches.length + rows.length, sure: sure.length },
    ...{ doubtful: doubtful.length, known: matches.length - sure.length - doubtful.length },
  };
  return [
    fittedText(say('payrollList.summary', counts), width),
    ...(shown.length === 0 ? [] : [tableWithin([headings, ...shown.map(row)], width)]),
    ...rows.map(({ row: listed, candidates }) =>
      fittedText(
        `  ${say('payrollList.noEmployee', {
          ...{ line: listed.line, name: printable(nameInList(listed)), number: printable(listed.number) },
          ...{ count: candidates.length, names: printable(candidates.map(employeeName).join('; ')) },
        })}`,
        width,
      ),
    ),
    ...employees.map((employee) =>
      fittedText(`  ${say('payrollList.noRow', { name: printable(employeeName(employee)) })}`, width),
    ),
    ...(lostZeros.length === 0
      ? []
      : [
          fittedText(
            `  ${say('payrollList.lostZeros', { numbers: printable(lostZeros.join(', ')), count: lostZeros.length })}`,
            width,
          ),
        ]),
    ...(incomplete.length === 0
      ? []
      : [
          fittedText(
            `  ${say('payrollList.incomplete', { lines: incomplete.join(', '), count: incomplete.length })}`,
            width,
          ),
        ]),
    fittedText(say('payrollList.effect', { effect, count: written.size, file, sure: sure.length }), width),
  ].join('\n');
}
