import type { ColumnFormat, ColumnSpec } from '../text/columnSpec.js';
import { allSections, type SectionSpec } from '../text/fileSpec.js';
import { splitList } from '../text/renderContext.js';
import { isWhen } from '../text/selectionSpec.js';
import type { TextTemplate } from '../text/textTemplate.js';

/** The meaning of a register's column. */
export type RegisterRole =
  | { readonly is: 'person'; readonly field: string }
  | { readonly is: 'code' }
  | { readonly is: 'amount'; readonly format: AmountFormat; readonly codes?: readonly string[] }
  /** The code of this slot is in the column before. */
  | { readonly is: 'slot-code' | 'slot-amount'; readonly format: AmountFormat }
  | { readonly is: 'codes'; readonly format: AmountFormat; readonly pattern: RegExp | undefined }
  | { readonly is: 'part'; readonly of: 'hours' | 'minutes' }
  | { readonly is: 'constant'; readonly value: string }
  | { readonly is: 'other' };

export interface RegisterColumn {
  readonly heading: string;
  readonly role: RegisterRole;
  readonly width: number | undefined;
  readonly pad: string;
  /** The target reads it as a number: leading zeros are not significant. */
  readonly isNumeric: boolean;
}

/** The layout of a register's lines. */
export interface RegisterLayout {
  readonly name: string;
  readonly columns: readonly RegisterColumn[];
  readonly hasHeadings: boolean;
  /** Empty for fixed width. */
  readonly delimiter: string;
}

type Variables = Readonly<Record<string, string>>;

/** A text template in reverse: a layout for each of its sections with hours by person and pay code. */
export function registerLayouts({ name, spec }: TextTemplate, given: Variables): RegisterLayout[] {
  const known = Object.fromEntries(
    Object.entries(spec.variables).map(([variable, { default: fallback, values }]) => [
      variable,
      given[variable] ?? fallback ?? values?.[0] ?? '',
    ]),
  );
  const resolve = (value: unknown, variables: Variables): string | undefined =>
    typeof value === 'object' && value !== null && 'variable' in value
      ? variables[String(value.variable)]
      : typeof value === 'string'
        ? value
        : undefined;
  return allSections(spec).flatMap((section) => {
    const variables = { ...known, ...chosenFor(section.when, given) };
    const lookUp = (variable: string) => variables[variable] ?? '';
    const columns = section.columns
      .filter(({ when, hidden }) => hidden !== true && isWhen(when, lookUp))
      .flatMap((column) => readColumn(section, column, (value) => resolve(value, variables)));
    const isReadable = !section.columns.some(({ days }) => days !== undefined) && hasEverything(columns);
    const header = section.header;
    return isReadable
      ? [
          {
            name,
            columns,
            hasHeadings: typeof header === 'boolean' ? header : isWhen(header.when, lookUp),
            delimiter: resolve(spec.dialect.delimiter, variables) ?? ',',
          },
        ]
      : [];
  });
}

/** Values that enable a section, if the configuration does not choose others. */
function chosenFor(when: SectionSpec['when'], given: Variables): Variables {
  return Object.fromEntries(
    Object.entries(when ?? {})
      .filter(([variable]) => given[variable] === undefined)
      .map(([variable, values]) => [variable, [values].flat()[0] ?? '']),
  );
}

function hasEverything(columns: readonly RegisterColumn[]): boolean {
  const has = (...roles: readonly RegisterRole['is'][]) =>
    columns.some(({ role }) => roles.includes(role.is));
  const ownCodes = columns.some(({ role }) => role.is === 'amount' && role.codes !== undefined);
  const hasCodes = has('code', 'slot-code', 'codes') || ownCodes;
  return has('person') && hasCodes && has('amount', 'slot-amount', 'codes', 'part');
}

type Resolve = (value: unknown) => string | undefined;

function readColumn(section: SectionSpec, spec: ColumnSpec, resolve: Resolve): RegisterColumn[] {
  const heading = typeof spec.header === 'string' ? spec.header : (spec.header?.en ?? '');
  const { width, pad, key, slots, format } = spec;
  const isNumeric = key === 'number' || pad === '0';
  const column = (role: RegisterRole, own: Partial<RegisterColumn> = {}): RegisterColumn => ({
    ...{ heading, role, width, pad, isNumeric },
    ...own,
  });
  const decimalSign =
    format !== undefined && 'decimalSign' in format ? resolve(format.decimalSign) : undefined;
  if (slots === undefined) return [column(roleOf(section, spec, resolve, decimalSign))];
  const amount = amountFormat(format, decimalSign) ?? PLAIN_HOURS;
  return Array.from({ length: slots.count }, (_, index) => String(slots.first + index)).flatMap((n) => {
    const named = (text: string) => text.replaceAll('{n}', n);
    const sign =
      slots.sign && column({ is: 'other' }, { heading: named(slots.sign.header), width: width && 1 });
    const codeWidth = slots.codeWidth ?? width;
    return [
      column(
        { is: 'slot-code', format: amount },
        { heading: named(slots.codeHeader), width: codeWidth, pad: slots.codePad ?? ' ' },
      ),
      ...(sign !== undefined && slots.sign?.place === 'before' ? [sign] : []),
      column({ is: 'slot-amount', format: amount }, { heading: named(slots.amountHeader) }),
      ...(sign !== undefined && slots.sign?.place === 'after' ? [sign] : []),
    ];
  });
}

const NAMING = ['employee.id', 'employee.number', 'employee.name', 'employee.firstName', 'employee.lastName'];

/** A job title or a department does not identify a person: only keys of the target do. */
function namesPerson(field: string, { key, required }: ColumnSpec): boolean {
  if (key === 'none') return false;
  return (
    NAMING.includes(field) ||
    (field.startsWith('employee.') && (required || key === 'text' || key === 'number'))
  );
}

function roleOf(
  { codes }: SectionSpec,
  spec: ColumnSpec,
  resolve: Resolve,
  decimalSign: string | undefined,
): RegisterRole {
  const { field, format, pivot, code, const: constant, codePattern } = spec;
  const amount = amountFormat(format, decimalSign);
  const isTime = codes === undefined || codes.value === 'minutes';
  if (pivot !== undefined && amount !== undefined && isTime)
    return {
      is: 'codes',
      format: amount,
      pattern: codePattern === undefined ? undefined : new RegExp(`^(?:${codePattern})$`),
    };
  if (code !== undefined && amount !== undefined && isTime)
    return { is: 'amount', format: amount, codes: splitList(resolve(code) ?? '') };
  if (constant !== undefined) return { is: 'constant', value: constant };
  if (field === 'external') return { is: 'code' };
  if (field !== undefined && namesPerson(field, spec)) return { is: 'person', field };
  if (field !== 'minutes') return { is: 'other' };
  if (format?.type === 'clock-hours') return { is: 'part', of: 'hours' };
  if (format?.type === 'clock-minutes') return { is: 'part', of: 'minutes' };
  return amount === undefined ? { is: 'other' } : { is: 'amount', format: amount };
}

/** The notation of time in a register's column. */
export interface AmountFormat {
  readonly type: 'hours' | 'implied' | 'minutes' | 'hhmm' | 'clock';
  readonly decimals: number;
  readonly decimalSign: '.' | ',';
}

export const PLAIN_HOURS: AmountFormat = { type: 'hours', decimals: 2, decimalSign: '.' };

/** The notation for reading a template's format of minutes; undefined if its text is not an amount by itself. */
export function amountFormat(
  format: ColumnFormat | undefined,
  decimalSign: string | undefined,
): AmountFormat | undefined {
  const sign = decimalSign === ',' ? ',' : '.';
  switch (format?.type) {
    case undefined:
    case 'integer':
    case 'minutes':
      return { type: 'minutes', decimals: 0, decimalSign: sign };
    case 'hours':
      return { type: 'hours', decimals: format.decimals, decimalSign: sign };
    case 'implied':
      return { type: 'implied', decimals: format.decimals, decimalSign: sign };
    case 'hhmm':
      return { type: 'hhmm', decimals: 0, decimalSign: sign };
    case 'clock':
      return { type: 'clock', decimals: 0, decimalSign: sign };
    default:
      return undefined;
  }
}

/** Reads an amount of time as hours; undefined if the text is not one. */
export function parseHours(text: string, { type, decimals, decimalSign }: AmountFormat): number | undefined {
  const [, before = '', digits = '', after = ''] =
    /^([+−-]?)([\d., ':’\u00a0\u202f]+)([+−-]?)$/.exec(text.trim()) ?? [];
  if (digits === '' || (before !== '' && after !== '')) return undefined;
  const sign = /[−-]/.test(before + after) ? -1 : 1;
  const clock =
    /^(\d+):([0-5]\d)$/.exec(digits) ?? (type === 'clock' ? /^(\d+)[.,]([0-5]\d)$/.exec(digits) : null);
  if (clock !== null) return sign * (Number(clock[1]) + Number(clock[2]) / 60);
  if (type === 'hours' || type === 'clock' || /[.,]/.test(digits)) {
    const number = parseDecimal(digits, decimalSign);
    return number === undefined ? undefined : (sign * number) / (type === 'minutes' ? 60 : 1);
  }
  if (!/^\d+$/.test(digits)) return undefined;
  const number = Number(digits);
  if (type === 'implied') return (sign * number) / 10 ** decimals;
  if (type === 'minutes') return (sign * number) / 60;
  const minutes = number % 100;
  return minutes < 60 ? sign * (Math.trunc(number / 100) + minutes / 60) : undefined;
}

/**
 * A number with any decimal separator: the last separator that occurs once, unless three digits follow and the layout
 * uses the other one.
 */
function parseDecimal(text: string, expected: '.' | ','): number | undefined {
  const plain = text.replace(/[ '’\u00a0\u202f]/g, '');
  const signs = plain.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return /^\d+$/.test(plain) ? Number(plain) : undefined;
  const isGrouping =
    signs.filter((sign) => sign === last).length > 1 ||
    (signs.length === 1 && last !== expected && /[.,]\d{3}$/.test(plain));
  const [whole = '', fraction = ''] = isGrouping
    ? [plain]
    : [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)];
  const isGrouped = /^\d{1,3}([.,]\d{3})*$/.test(whole) || /^\d*$/.test(whole);
  if (!isGrouped || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`);
}
