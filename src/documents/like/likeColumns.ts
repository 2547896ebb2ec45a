import { lastOfMonth } from '../../domain/time/localDate.js';
import type { AnyMessage } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import type { Guess, Role } from './columnGuess.js';
import { amountFormat, type HoursUnit, parseHours, readDate, readDateParts } from './exampleValues.js';

/** A column of an example. */
export interface ExampleColumn {
  /** Its heading, or its path in a tree. */
  readonly name: string | undefined;
  readonly heading: string | undefined;
  /** As written. */
  readonly values: readonly string[];
  /** For fixed width only. */
  readonly width: number | undefined;
}

export interface LikeColumn extends ExampleColumn {
  readonly role: Role | undefined;
}

/** A file that a payroll system accepted, read as columns. */
export interface LikeExample {
  readonly columns: readonly ExampleColumn[];
  readonly guesses: readonly Guess[];
  /** Open questions about the text around its records. */
  readonly questions: readonly AnyMessage[];
  readonly write: (columns: readonly LikeColumn[]) => WrittenExample;
  /** What a template must reproduce, in order. */
  readonly partsOf: (file: Uint8Array) => readonly string[];
  /** @param expected the part of the example; undefined if the template writes more parts */
  readonly difference: (at: number, expected: string | undefined, actual: string | undefined) => AnyMessage;
}

/** The parts of a template for an example, and the example's data. */
export interface WrittenExample {
  readonly dialect: object;
  /** Keys of template.yaml with the layout of the rows. */
  readonly layout: object;
  readonly lines: readonly DataRow[];
  /** The period of the lines, if it is not that of the dates in the columns. */
  readonly period?: { readonly from: string; readonly to: string } | undefined;
  /** The place of each column in template.yaml. */
  readonly places: readonly (readonly (string | number)[])[];
}

type Keys = Record<string, unknown>;

/** The keys of the columns of days, all in one. @param columns of the days */
export function dayKeys(columns: readonly LikeColumn[], header: string): Keys {
  const [first] = columns;
  const values = columns.flatMap((column) => column.values);
  const { role } = first ?? {};
  if (first === undefined || role?.is !== 'hours') return { value: '' };
  const { ifEmpty, zero } = zeroKeys(values, role.unit, true);
  return {
    days: { header },
    value: valueText('minutes', hoursPipe(values, role.unit), ifEmpty),
    ...(zero === undefined ? {} : { zero }),
    ...widthKeys({ ...first, values }, role),
  };
}

/** The keys of a column in template.yaml. @param isPayCode hours of the pay code that the heading names */
export function columnKeys(column: LikeColumn, isPayCode: boolean): Keys {
  const { heading, role } = column;
  return {
    ...(heading === undefined ? {} : { header: heading }),
    ...sourceKeys(column, isPayCode),
    ...widthKeys(column, role),
  };
}

function sourceKeys({ values, role, heading }: LikeColumn, isPayCode: boolean): Keys {
  if (role === undefined) return { value: '' };
  if (role.is === 'constant') return { value: (values[0] ?? '').trimEnd() };
  if (role.is === 'running') return { running: Number(values[0]) === 1 ? {} : { start: Number(values[0]) } };
  if (role.is === 'hours') {
    const { ifEmpty, zero } = zeroKeys(values, role.unit, isPayCode);
    return {
      ...(isPayCode ? { code: heading } : {}),
      value: valueText('minutes', hoursPipe(values, role.unit), ifEmpty),
      ...(zero === undefined ? {} : { zero }),
      ...(isShared(values, role.unit) ? { reconcile: ['employee.number', 'external'] } : {}),
    };
  }
  const isRequired = role.is === 'code' || (role.is === 'number' && !values.includes(''));
  return {
    value: valueText(fieldOf(role) ?? '', 'pattern' in role ? `date:'${role.pattern}'` : undefined),
    ...(isRequired ? { required: true } : {}),
  };
}

/** The field of a column that has one. */
function fieldOf(role: Role): string | undefined {
  return role.is === 'column' ? `employee.${role.name}` : FIELDS[role.is];
}

const FIELDS: Readonly<Partial<Record<Role['is'], string>>> = {
  number: 'employee.number',
  date: 'date',
  code: 'external',
  'cost-center': 'costCenter',
  name: 'employee.name',
  'last-name': 'employee.lastName',
  'first-name': 'employee.firstName',
  month: 'part.month',
  from: 'run.from',
  to: 'run.to',
};
/** Their fields distinguish lines. */
const GROUPED = ['number', 'date', 'code', 'cost-center'] as const;

/** Whether decimals are not whole minutes, because they were reconciled with a total. */
function isShared(values: readonly string[], unit: HoursUnit): boolean {
  if (unit !== 'hours' && unit !== 'hundredths') return false;
  return values.some((value) => {
    const [, fraction = ''] = value.trim().split(/[.,]/);
    const scale = unit === 'hundredths' ? 100 : 10 ** fraction.length;
    const units = Number(value.replace(/[^\d-]/g, ''));
    return Math.round(((readMinutes(value, unit) ?? 0) * scale) / 60) !== units;
  });
}

/** Reconciled hours may differ by a unit, because the minutes behind them are not in the file. */
export function hasSharedHours(columns: readonly LikeColumn[]): boolean {
  return columns.some(({ role, values }) => role?.is === 'hours' && isShared(values, role.unit));
}

/** `{{minutes | hours:2,','}}`. @param format as in the language @param ifEmpty what stands where there is no value */
export function valueText(value: string, format: string | undefined, ifEmpty?: string): string {
  const formats = [format ?? [], ifEmpty === undefined ? [] : `default:'${ifEmpty}'`].flat();
  return `{{${[value, ...formats].join(' | ')}}}`;
}

interface ZeroKeys {
  readonly zero?: 'omit' | 'blank';
  readonly ifEmpty?: string;
}

/** How zero hours are written: empty, as a zero, or without a line. */
export function zeroKeys(values: readonly string[], unit: HoursUnit, isPayCode: boolean): ZeroKeys {
  const zero = values.find((value) => value.trim() !== '' && readMinutes(value, unit) === 0);
  if (!isPayCode) return zero === undefined ? { zero: 'omit' } : {};
  return zero === undefined ? { zero: 'blank' } : { ifEmpty: zero.trim() };
}

/** The format of hours in the language. */
export function hoursPipe(values: readonly string[], unit: HoursUnit): string {
  const sign = values.some((value) => value.trim().startsWith('+')) ? ' | signed' : '';
  if (unit !== 'hours') return `${unit}${sign}`;
  const fractions = values.flatMap((value) => {
    const [, fraction] = value.trim().split(/[.,]/);
    return value.trim() === '' ? [] : [fraction?.length ?? 0];
  });
  const decimals = Math.max(0, ...fractions);
  const least = Math.min(decimals, ...fractions);
  const decimalSign = values.some((value) => value.includes(',')) ? ',' : '.';
  return `hours:${decimals},'${decimalSign}'${least < decimals ? `,${least}` : ''}${sign}`;
}

/** Leading zeros of numbers fill the width; other texts are aligned by their spaces. */
function widthKeys({ values, width }: LikeColumn, role: Role | undefined): Keys {
  if (width === undefined) return {};
  if (values.some((value) => /^ +\S/.test(value)) && role?.is !== 'constant')
    return { width, align: 'right' };
  const isFilled = values.every((value) => /^[+-]?\d+$/.test(value));
  const isNumber = ['number', 'code', 'hours', 'cost-center'].includes(role?.is ?? '');
  if (isNumber && isFilled && values.some((value) => /^[+-]?0/.test(value)))
    return { width, align: 'right', pad: '0' };
  return { width };
}

/** Minutes of a cell; undefined if it is empty. Decimals are rounded to whole minutes. */
export function readMinutes(cell: string, unit: HoursUnit): number | undefined {
  const hours = parseHours(cell, amountFormat(unit, cell.includes(',') ? ',' : '.'));
  return hours === undefined ? undefined : Math.sign(hours) * Math.round(Math.abs(hours) * 60);
}

/** The person and the descriptions of a row of the example. */
export function rowFields(columns: readonly LikeColumn[], at: number): DataRow {
  const fields: Record<string, string> = {};
  for (const column of columns) {
    const { role, values } = column;
    const text = (values[at] ?? '').trim();
    if (role === undefined) continue;
    if (role.is === 'date') fields.date = readDate(text, role.pattern) ?? '';
    else if (!('pattern' in role)) {
      const field = fieldOf(role);
      if (field !== undefined) fields[field] = unpadded(column, text);
    }
  }
  return { ...fields, 'employee.id': fields['employee.number'] ?? '', payCode: fields.external ?? '' };
}

/** The pay lines of a row of the example. @param payCodes columns whose headings are pay codes */
export function rowLines(
  columns: readonly LikeColumn[],
  at: number,
  payCodes: ReadonlySet<LikeColumn>,
): DataRow[] {
  const fields = rowFields(columns, at);
  const amounts =
    payCodes.size > 0 ? columns : columns.filter(({ role }) => role?.is === 'hours').slice(0, 1);
  return amounts.flatMap((column) => {
    const { role, values, heading = '' } = column;
    if (role?.is !== 'hours') return [];
    const minutes = readMinutes(values[at] ?? '', role.unit);
    if (minutes === undefined || (payCodes.has(column) && minutes === 0)) return [];
    return [
      {
        ...fields,
        minutes,
        ...(payCodes.has(column) ? { external: heading, payCode: heading } : {}),
      },
    ];
  });
}

/** Without the leading zeros of a fixed width. */
function unpadded(column: LikeColumn, text: string): string {
  return widthKeys(column, column.role).pad === undefined ? text : text.replace(/^0+(?=.)/, '');
}

/** The period of the example: from its columns, or otherwise the month of its dates. */
export function examplePeriod(columns: readonly LikeColumn[]): {
  readonly from: string;
  readonly to: string;
} {
  const dated = columns.flatMap(({ role, values }) => {
    if (role === undefined || !('pattern' in role)) return [];
    return values.flatMap((value) => ({ is: role.is, ...readDateParts(value.trim(), role.pattern) }));
  });
  const year = dated.find(({ y }) => y !== undefined)?.y ?? '2026';
  const month = dated.find(({ m }) => m !== undefined)?.m ?? '10';
  const day = (is: string) => dated.find((each) => each.is === is && each.d !== undefined);
  const whole = (is: string, fallback: string) => {
    const { y, m, d } = day(is) ?? {};
    return y === undefined || m === undefined || d === undefined ? fallback : `${y}-${m}-${d}`;
  };
  return { from: whole('from', `${year}-${month}-01`), to: whole('to', lastOfMonth(`${year}-${month}`)) };
}

/** Hours without a column of codes: the heading of each column names its pay code. */
export function payCodeColumns(columns: readonly LikeColumn[]): ReadonlySet<LikeColumn> {
  const hours = columns.filter(({ role }) => role?.is === 'hours');
  const hasCode = columns.some(({ role }) => role?.is === 'code');
  return new Set(!hasCode && hours.every(({ heading }) => heading !== undefined) ? hours : []);
}

/** The fields of these columns that distinguish lines. */
export function groupFields(columns: readonly LikeColumn[]): string[] {
  return GROUPED.flatMap((is) => (columns.some(({ role }) => role?.is === is) ? (FIELDS[is] ?? []) : []));
}

/** Columns of the employee mapping, with the values of the example as samples. */
export function mappingColumns(columns: readonly LikeColumn[]): Record<string, unknown> | undefined {
  const own = columns.flatMap(({ role, heading, values }) =>
    role?.is === 'column'
      ? [[role.name, { description: heading ?? role.name, samples: [...new Set(values)], optional: true }]]
      : [],
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The rows of a template: all pay lines, or those of the node around them. */
export function eachText(group: readonly string[], sort: readonly string[], data = 'pay-lines'): string {
  const clauses = [
    ...(data === '' ? [] : [data]),
    `group by ${group.join(', ')}`,
    ...(sort.length === 0 ? [] : [`sort by ${sort.join(', ')}`]),
  ];
  return clauses.join(' ');
}

/** The sort order of the example's lines, if there is one. */
export function sortKeys(columns: readonly LikeColumn[], group: readonly string[]): string[] | undefined {
  const byDate = ['date', ...group.filter((field) => field !== 'date')];
  const orders = group.includes('date') ? [group, byDate] : [group];
  for (const order of orders) {
    const keys = sortKeysIn(columns, order);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/** Each field as numbers if that fits, or else as text; undefined if the lines are in another order. */
function sortKeysIn(columns: readonly LikeColumn[], order: readonly string[]): string[] | undefined {
  const keys: string[] = [];
  const lines = columns[0]?.values ?? [];
  /** Lines that are equal to the one before in all fields so far. */
  let tied = lines.flatMap((_, at) => (at === 0 ? [] : [at]));
  for (const field of order) {
    const values = sortedValues(columns, field);
    const textOf = (at: number) => values[at] ?? '';
    const isInOrder = (as: 'number' | 'text') => tied.every((at) => isBefore(textOf(at - 1), textOf(at), as));
    if (field !== 'date' && isInOrder('number')) keys.push(`number(${field})`);
    else if (isInOrder('text')) keys.push(field);
    else return undefined;
    tied = tied.filter((at) => textOf(at - 1) === textOf(at));
  }
  return keys;
}

function sortedValues(columns: readonly LikeColumn[], field: string): readonly string[] {
  const column = columns.find(({ role }) => GROUPED.some((is) => role?.is === is && FIELDS[is] === field));
  const { role, values = [] } = column ?? {};
  return values.map((value) => {
    if (role?.is === 'date') return readDate(value.trim(), role.pattern) ?? '';
    return column === undefined ? '' : unpadded(column, value.trim());
  });
}

function isBefore(a: string, b: string, as: 'number' | 'text'): boolean {
  if (a === b || as === 'text') return a <= b;
  return /^\d+$/.test(a) && /^\d+$/.test(b) && Number(a) <= Number(b);
}
