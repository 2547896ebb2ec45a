import { type AmountFormat, amountFormat } from '../like/exampleValues.js';
import { type CellFormat, decimalSignOf, decimalsOf, isImplied } from '../text/cellFormat.js';
import type { ColumnSpec } from '../text/columnSpec.js';
import { isWhen } from '../text/conditionText.js';
import { allSections, type SectionSpec } from '../text/fileSpec.js';
import { splitList } from '../text/renderContext.js';
import type { TextTemplate } from '../text/textTemplate.js';

/** The meaning of a register's column. */
export type RegisterRole =
  | { readonly is: 'person'; readonly field: string }
  | { readonly is: 'code' }
  | { readonly is: 'amount'; readonly format: AmountFormat; readonly codes?: readonly string[] }
  /** Times or days, next to hours. */
  | { readonly is: 'quantity'; readonly format: AmountFormat }
  /** A day or period of the line; `pattern` may have only a year or a month. */
  | { readonly is: 'date'; readonly of: 'day' | 'from' | 'to' | 'month'; readonly pattern: string }
  /** The code of this slot is in the column before. */
  | { readonly is: 'slot-code' | 'slot-amount'; readonly format: AmountFormat }
  | { readonly is: 'codes'; readonly format: AmountFormat; readonly pattern: RegExp | undefined }
  | { readonly is: 'part'; readonly of: 'hours' | 'minutes' }
  /** Of the amount next to it, or of the only one. */
  | { readonly is: 'sign'; readonly minus: string }
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
    heading,
    role,
    width,
    pad,
    isNumeric,
    ...own,
  });
  const decimalSign = format === undefined ? undefined : resolve(decimalSignOf(format));
  if (slots === undefined) return [column(roleOf(section, spec, resolve, decimalSign))];
  const amount = readableFormat(format, decimalSign) ?? amountFormat('hours', '.');
  return Array.from({ length: slots.count }, (_, index) => String(slots.first + index)).flatMap((n) => {
    const named = (text: string) => text.replaceAll('{n}', n);
    const sign =
      slots.sign &&
      column(
        { is: 'sign', minus: slots.sign.minus },
        { heading: named(slots.sign.header), width: width && 1 },
      );
    const codeWidth = slots.codeWidth ?? width;
    return [
      column(
        { is: 'slot-code', format: amount },
        { heading: named(slots.codeHeader), width: codeWidth, pad: ' ' },
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
  const amount = readableFormat(format, decimalSign);
  const isTime = codes === undefined || codes.value === 'minutes';
  if (format?.name === 'sign') return { is: 'sign', minus: String(format.inputs[1] ?? '-') };
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
  if (field !== undefined && QUANTITIES.includes(field))
    return { is: 'quantity', format: amountFormat('hours', decimalSign === ',' ? ',' : '.') };
  const date = DATES[field ?? ''];
  if (date !== undefined && format?.name === 'date')
    return { is: 'date', of: date, pattern: resolve(format.inputs[0]) ?? 'YYYY-MM-DD' };
  if (field !== 'minutes') return { is: 'other' };
  if (format?.name === 'clock-hours') return { is: 'part', of: 'hours' };
  if (format?.name === 'clock-minutes') return { is: 'part', of: 'minutes' };
  return amount === undefined ? { is: 'other' } : { is: 'amount', format: amount };
}

const QUANTITIES: readonly string[] = ['quantity', 'quantityWithoutMinutes'];

const DATES: Readonly<Record<string, 'day' | 'from' | 'to' | 'month' | undefined>> = {
  date: 'day',
  'run.from': 'from',
  'run.to': 'to',
  'part.from': 'from',
  'part.to': 'to',
  'part.month': 'month',
  'part.monthEnd': 'month',
};

/** The notation for reading a template's format of minutes; undefined if its text is not an amount by itself. */
function readableFormat(
  format: CellFormat | undefined,
  decimalSign: string | undefined,
): AmountFormat | undefined {
  const known = AMOUNT_TYPES.find((each) => each === amountType(format));
  const decimals = (format && decimalsOf(format)) ?? 0;
  return known && { type: known, decimals, decimalSign: decimalSign === ',' ? ',' : '.' };
}

function amountType(format: CellFormat | undefined): string {
  if (format === undefined || format.name === 'integer') return 'minutes';
  return isImplied(format) ? 'implied' : format.name;
}

const AMOUNT_TYPES = ['hours', 'implied', 'minutes', 'hhmm', 'clock'] as const;

const TOTAL_WORD =
  '(?:(?:grand|sub|general|eind|tussen|zwischen|sous|del|sub-)[\\s-]*)?(?:totals?|totaal|totalen|totaux|totalt|summe|summa|sum|somme|gesamt(?:summe|betrag)?|samlet|i alt|subtotal|zwischensumme|tussentotaal|eindtotaal|delsum)';
/** Instead of a person or a pay code, in the languages of payroll systems. */
const TOTAL = new RegExp(`^(?:${TOTAL_WORD}|total g.n.ral|totaal generaal)[\\s:.]*$`, 'i');
/** `Total Jansen`, `Total hours`. */
const TOTAL_OF = new RegExp(`^${TOTAL_WORD}[\\s:.-]+\\S`, 'i');

/** Whether a text stands for a sum instead of a person, a pay code or a heading. */
export function isTotalText(text: string): boolean {
  return TOTAL.test(text) || TOTAL_OF.test(text);
}
