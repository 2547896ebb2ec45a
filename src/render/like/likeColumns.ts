import type { DataRow } from '../dataSet.js';
import type { Role } from './columnGuess.js';
import { amountFormat, type HoursUnit, parseHours, readDate, readDateParts } from './exampleValues.js';

/** A column of an example: its heading, its values as written, and its role. */
export interface LikeColumn {
  readonly heading: string | undefined;
  readonly values: readonly string[];
  /** For fixed width only. */
  readonly width: number | undefined;
  readonly role: Role | undefined;
}

type Keys = Record<string, unknown>;

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
  switch (role?.is) {
    case 'number':
      return { field: 'employee.number', ...(values.includes('') ? {} : { required: true }) };
    case 'code':
      return { field: 'external', required: true };
    case 'name':
    case 'last-name':
    case 'first-name':
    case 'cost-center':
      return { field: FIELDS[role.is] };
    case 'date':
    case 'month':
    case 'from':
    case 'to':
      return { field: DATES[role.is], format: { type: 'date', pattern: role.pattern } };
    case 'column':
      return { field: `employee.${role.name}` };
    case 'running':
      return { running: Number(values[0]) === 1 ? {} : { start: Number(values[0]) } };
    case 'hours':
      return {
        ...(isPayCode ? { code: heading } : { field: 'minutes' }),
        format: hoursFormat(values, role.unit),
        ...zeroKeys(values, role.unit, isPayCode),
        ...(isShared(values, role.unit) ? { reconcile: ['employee.number', 'external'] } : {}),
      };
    default:
      return { const: role === undefined ? '' : (values[0] ?? '').trimEnd() };
  }
}

const FIELDS = {
  name: 'employee.name',
  'last-name': 'employee.lastName',
  'first-name': 'employee.firstName',
  'cost-center': 'costCenter',
} as const;
const DATES = { date: 'date', month: 'part.month', from: 'run.from', to: 'run.to' } as const;

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

/** How zero hours are written: empty, as a zero, or without a line. */
function zeroKeys(values: readonly string[], unit: HoursUnit, isPayCode: boolean): Keys {
  const zero = values.find((value) => value.trim() !== '' && readMinutes(value, unit) === 0);
  if (!isPayCode) return zero === undefined ? { zero: 'omit' } : {};
  return zero === undefined ? { zero: 'blank' } : { ifEmpty: zero.trim() };
}

function hoursFormat(values: readonly string[], unit: HoursUnit): Keys {
  const sign = values.some((value) => value.trim().startsWith('+')) ? { sign: { plus: '+' } } : {};
  if (unit === 'hundredths') return { type: 'implied', ...sign };
  if (unit !== 'hours') return { type: unit, ...sign };
  const fractions = values.flatMap((value) => {
    const [, fraction] = value.trim().split(/[.,]/);
    return value.trim() === '' ? [] : [fraction?.length ?? 0];
  });
  const decimals = Math.max(0, ...fractions);
  const minDecimals = Math.min(decimals, ...fractions);
  const decimalSign = values.some((value) => value.includes(',')) ? ',' : '.';
  return {
    type: 'hours',
    decimals,
    ...(minDecimals < decimals ? { minDecimals } : {}),
    decimalSign,
    ...sign,
  };
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
function readMinutes(cell: string, unit: HoursUnit): number | undefined {
  const hours = parseHours(cell, amountFormat(unit, cell.includes(',') ? ',' : '.'));
  return hours === undefined ? undefined : Math.sign(hours) * Math.round(Math.abs(hours) * 60);
}

/** The pay lines of a row of the example. @param payCodes columns whose headings are pay codes */
export function rowLines(
  columns: readonly LikeColumn[],
  at: number,
  payCodes: ReadonlySet<LikeColumn>,
): DataRow[] {
  const fields: Record<string, string> = {};
  for (const column of columns) {
    const { role, values } = column;
    const text = (values[at] ?? '').trim();
    const field = role?.is === 'column' ? `employee.${role.name}` : role && FIELD_OF[role.is];
    if (role?.is === 'date') fields.date = readDate(text, role.pattern) ?? '';
    else if (field !== undefined) fields[field] = unpadded(column, text);
  }
  const person = { ...fields, 'employee.id': fields['employee.number'] ?? '' };
  const amounts =
    payCodes.size > 0 ? columns : columns.filter(({ role }) => role?.is === 'hours').slice(0, 1);
  return amounts.flatMap((column) => {
    const { role, values, heading = '' } = column;
    if (role?.is !== 'hours') return [];
    const minutes = readMinutes(values[at] ?? '', role.unit);
    if (minutes === undefined || (payCodes.has(column) && minutes === 0)) return [];
    return [
      {
        ...person,
        minutes,
        ...(payCodes.has(column)
          ? { external: heading, payCode: heading }
          : { payCode: fields.external ?? '' }),
      },
    ];
  });
}

/** Without the leading zeros of a fixed width. */
export function unpadded(column: LikeColumn, text: string): string {
  return widthKeys(column, column.role).pad === undefined ? text : text.replace(/^0+(?=.)/, '');
}

const FIELD_OF: Readonly<Partial<Record<Role['is'], string>>> = {
  number: 'employee.number',
  code: 'external',
  ...FIELDS,
};

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
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  const whole = (is: string, fallback: string) => {
    const { y, m, d } = day(is) ?? {};
    return y === undefined || m === undefined || d === undefined ? fallback : `${y}-${m}-${d}`;
  };
  return { from: whole('from', `${year}-${month}-01`), to: whole('to', last) };
}

/** Hours without a column of codes: the heading of each column names its pay code. */
export function payCodeColumns(columns: readonly LikeColumn[]): ReadonlySet<LikeColumn> {
  const hours = columns.filter(({ role }) => role?.is === 'hours');
  const hasCode = columns.some(({ role }) => role?.is === 'code');
  return new Set(!hasCode && hours.every(({ heading }) => heading !== undefined) ? hours : []);
}

/** The fields of these columns that distinguish lines. */
export function groupFields(columns: readonly LikeColumn[]): string[] {
  return Object.entries(GROUP_FIELDS).flatMap(([is, field]) =>
    columns.some(({ role }) => role?.is === is) ? [field] : [],
  );
}

const GROUP_FIELDS: Readonly<Partial<Record<Role['is'], string>>> = {
  number: 'employee.number',
  date: 'date',
  code: 'external',
  'cost-center': 'costCenter',
};

/** Columns of the employee mapping, with the values of the example as samples. */
export function mappingColumns(columns: readonly LikeColumn[]): Record<string, unknown> | undefined {
  const own = columns.flatMap(({ role, heading, values }) =>
    role?.is === 'column'
      ? [[role.name, { description: heading ?? role.name, samples: [...new Set(values)], optional: true }]]
      : [],
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The sort order of the example's lines, if there is one. */
export function sortKeys(columns: readonly LikeColumn[], group: readonly string[]): unknown[] | undefined {
  const valuesOf = (field: string) => {
    const column = columns.find(({ role }) => role && GROUP_FIELDS[role.is] === field);
    const role = column?.role;
    return column?.values.map((value) => {
      if (role?.is === 'date') return readDate(value.trim(), role.pattern) ?? '';
      return unpadded(column, value.trim());
    });
  };
  const orders = [
    group,
    ...(group.includes('date') ? [['date', ...group.filter((field) => field !== 'date')]] : []),
  ];
  const ways = orders.flatMap((order) => waysToSort(order));
  const found = ways.find((keys) => {
    const lists = keys.map(({ field, as }) => ({ as, values: valuesOf(field) ?? [] }));
    const size = lists[0]?.values.length ?? 0;
    return Array.from({ length: Math.max(0, size - 1) }, (_, at) => at).every(
      (at) => compareAt(lists, at) <= 0,
    );
  });
  return found?.map(({ field, as }) => (as === 'number' ? { field, as } : field));
}

/** Compares numbers by value or as text, separately for each key. */
function waysToSort(order: readonly string[]): readonly (readonly SortWay[])[] {
  return order.reduce<readonly (readonly SortWay[])[]>(
    (ways, field) =>
      (field === 'date' ? (['text'] as const) : (['number', 'text'] as const)).flatMap((as) =>
        ways.map((way) => [...way, { field, as }]),
      ),
    [[]],
  );
}

interface SortWay {
  readonly field: string;
  readonly as: 'text' | 'number';
}

function compareAt(
  lists: readonly { readonly as: 'text' | 'number'; readonly values: readonly string[] }[],
  at: number,
): number {
  for (const { as, values } of lists) {
    const [a = '', b = ''] = [values[at], values[at + 1]];
    if (a === b) continue;
    if (as === 'number' && !(/^\d+$/.test(a) && /^\d+$/.test(b))) return 1;
    return as === 'number' ? Number(a) - Number(b) : a < b ? -1 : 1;
  }
  return 0;
}
