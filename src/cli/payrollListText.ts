import { relative } from 'node:path';
import type { ListedSync } from '../app/setup/proposeFromList.js';
import type { EmployeeToMatch, PayrollListRow, PayrollMatch } from '../domain/people/matchPayrollList.js';
import { distinctNames } from '../domain/people/peopleDirectory.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { fittedText } from '../runtime/wrapText.js';
import { printable, tableWithin } from './terminalText.js';

/** The name of a line, as the list has it. */
export function nameInList({ lastName, firstName, name }: PayrollListRow): string {
  return name === '' ? [lastName, firstName].filter(Boolean).join(', ') : name;
}

/** Namesakes have what tells them apart. */
export function employeeNames({
  matches,
  rows,
  employees,
}: {
  readonly matches: readonly { readonly employee: EmployeeToMatch }[];
} & Pick<ListedSync, 'rows' | 'employees'>): (employee: EmployeeToMatch) => string {
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
    matches: matches.map(({ employee, row, basis, doubt, takenBy }) => ({
      employeeId: employee.id,
      lastName: employee.lastName,
      firstName: employee.firstName,
      currentNumber: employee.number,
      number: row.number,
      nameInList: nameInList(row),
      line: row.line,
      basis,
      doubt,
      takenBy: takenBy?.id ?? null,
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
  const row = ({ employee, row: listed, basis, doubt, takenBy }: PayrollMatch) => [
    `  ${printable(employeeName(employee))}`,
    printable(nameInList(listed)),
    printable(listed.number),
    say('payrollList.match', {
      basis,
      doubt: (doubt ?? 'none').replaceAll('-', '_'),
      current: printable(employee.number ?? ''),
      owner: printable(takenBy?.name ?? ''),
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
