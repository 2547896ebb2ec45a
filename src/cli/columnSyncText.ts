import { relative } from 'node:path';
import type { ListedValue } from '../app/people/columnSync.js';
import type { ListedColumn } from '../app/setup/proposeFromList.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { fittedText } from '../runtime/wrapText.js';
import { employeeNames, nameInList } from './payrollListText.js';
import { printable, tableWithin } from './terminalText.js';

export function columnSyncJson(list: ListedColumn): object {
  const { employer, path, from, column, effect, values, rows, employees, incomplete, written } = list;
  return {
    employer,
    mapping: path,
    from,
    column,
    effect,
    values: values.map(({ employee, row, current, minutes, doubt, takenBy }) => ({
      employeeId: employee.id,
      lastName: employee.lastName,
      firstName: employee.firstName,
      number: row.number,
      nameInList: nameInList(row),
      line: row.line,
      value: row.value ?? '',
      current,
      minutes: minutes ?? null,
      doubt,
      takenBy: takenBy?.id ?? null,
      written: written.has(employee.id),
    })),
    rowsWithoutEmployee: rows.map(({ row, candidates }) => ({
      line: row.line,
      number: row.number,
      nameInList: nameInList(row),
      candidates: candidates.map(({ id }) => id),
    })),
    employeesWithoutRow: employees.map(({ id }) => id),
    incompleteLines: incomplete,
  };
}

const HEADINGS = ['employee', 'listed', 'value', 'match'] as const;

/** The values of a list for a column: those that need a decision say why. */
export function columnSyncText(
  list: ListedColumn,
  cwd: string,
  language: Language,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const { values, rows, employees, incomplete, effect, written, from, path, column } = list;
  const employeeName = employeeNames({ matches: values, rows, employees });
  const isKnown = ({ doubt, minutes, current }: ListedValue) =>
    doubt === null && String(minutes) === current.trim();
  const known = values.filter(isKnown);
  const shown = values.filter((value) => !isKnown(value));
  const sure = shown.filter(({ doubt }) => doubt === null).length;
  const headings = HEADINGS.map(
    (name, index) => `${index === 0 ? '  ' : ''}${say(`payrollList.heading.${name}`)}`,
  );
  const table = shown.map((value) => [
    `  ${printable(employeeName(value.employee))}`,
    printable([value.row.number, nameInList(value.row)].filter(Boolean).join(' ')),
    valueText(value, say),
    doubtText(value, say),
  ]);
  const lines = [
    ...rows.map(({ row, candidates }) =>
      say('payrollList.noEmployee', {
        line: row.line,
        name: printable(nameInList(row)),
        number: printable(row.number),
        count: candidates.length,
        names: printable(candidates.map(employeeName).join('; ')),
      }),
    ),
    ...employees.map((employee) => say('payrollList.noRow', { name: printable(employeeName(employee)) })),
    ...(incomplete.length === 0
      ? []
      : [say('payrollList.incomplete', { lines: incomplete.join(', '), count: incomplete.length })]),
  ];
  const counts = { sure, doubtful: shown.length - sure, known: known.length };
  const summary = { file: relative(cwd, from) || from, column, rows: values.length + rows.length, ...counts };
  const done = { effect, count: written.size, file: relative(cwd, path) || path, sure, column };
  return [
    fittedText(say('payrollList.columnSummary', summary), width),
    ...(shown.length === 0 ? [] : [tableWithin([headings, ...table], width)]),
    ...lines.map((line) => fittedText(`  ${line}`, width)),
    fittedText(say('payrollList.columnEffect', done), width),
  ].join('\n');
}

function valueText({ minutes, row }: ListedValue, say: Say): string {
  return minutes === undefined ? printable(row.value ?? '') : say('hoursAccount.signed', { minutes });
}

function doubtText({ employee, minutes, doubt, current, takenBy }: ListedValue, say: Say): string {
  return say('payrollList.columnMatch', {
    doubt: (doubt ?? 'none').replaceAll('-', '_'),
    current: printable(current),
    owner: printable(takenBy?.name ?? ''),
    choice: `${employee.id}=${minutes ?? ''}`,
  });
}
