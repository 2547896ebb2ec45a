import { type AnyMessage, type Message, message, verbatim } from '../../i18n/message.js';
import { escapeFormulas, type FieldMarks, holdsFormula } from '../../runtime/outsideText.js';
import type { FieldType, Scalar } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import { textOfUnits } from './printFormats.js';
import { type RenderContext, resolveVariable } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { employeesLabel, type RowRecord } from './rowRecords.js';
import { compileWholeText } from './selectionSpec.js';
import { type ValueFormat, valueFormat } from './valueFormat.js';

type TextCellWriter = (
  record: RowRecord,
  value: Scalar | undefined,
  units?: number,
  sized?: () => Scalar | undefined,
) => string;

export interface ColumnWriter {
  readonly format: ValueFormat;
  /**
   * Writes a value, or ready-made units of it (reconciled hours). A computed text writes units in its own notation,
   * which the value of the same record without minus signs (`sized`) shows too.
   */
  readonly write: TextCellWriter;
  /** The same text without reporting problems. */
  readonly plain: (value: Scalar | undefined) => string;
  /** Fits text that is not a value (except headings): padding only. */
  readonly blank: string;
}

/** Converts the values of one column to text. */
export function columnWriter(
  context: RenderContext,
  file: ResolvedFile,
  spec: ColumnSpec,
  name: string,
  type: FieldType,
): ColumnWriter {
  const { format, textFor, blank, isFormula } = createCellFormatter(context, file, spec, type);
  // Rows often have the same values as others; a value that has passed is not checked again.
  let [passedValue, passedText]: [Scalar | undefined, string] = [undefined, ''];
  const known = new Map<Scalar, string>();
  let current: RowRecord | undefined;
  let currentValue: Scalar | undefined;
  let isClean = true;
  const report: ReportCell = (problem, shown = currentValue) => {
    isClean = false;
    if (current !== undefined) context.problems.add(problem, describePlace(name, current, shown));
  };
  const write: TextCellWriter = (record, value, units, sized) => {
    if (units === undefined && value !== undefined) {
      if (passedValue === value) return passedText;
      const text = known.get(value);
      if (text !== undefined) {
        passedValue = value;
        passedText = text;
        return text;
      }
    }
    [isClean, current, currentValue] = [true, record, value];
    const text = textFor(value, units, report, sized);
    const isNotable = isFormula(text);
    if (isNotable) context.notices.add(message('template.value.formula'), describePlace(name, record, text));
    if (isClean && value !== undefined && units === undefined) {
      passedValue = value;
      passedText = text;
      if (!isNotable && known.size < MOST_KNOWN) known.set(value, text);
    }
    return text;
  };
  const plain = (value: Scalar | undefined) => textFor(value, undefined, () => undefined);
  return { format, write, plain, blank };
}

/** Cached, because dates, times and numbers of a month repeat. */
const MOST_KNOWN = 1_000;

function describePlace(column: string, record: RowRecord, shown: unknown) {
  const value = String(shown ?? '') || undefined;
  return { column, employee: employeesLabel(record), value };
}

/** XML and JSON have no delimiters. */
const WITHOUT_FIELDS: FieldMarks = { delimiter: ',', quoting: 'rfc4180' };

/**
 * Empty, format, zero, accents, checks, formulas, encoding, padding: in this order. Checks are applied to the written
 * text.
 */
function createCellFormatter(context: RenderContext, file: ResolvedFile, spec: ColumnSpec, type: FieldType) {
  // A list of values is text, whatever they are.
  const format = valueFormat(context, spec, (spec.joins ?? []).length > 0 ? 'text' : type);
  const ifEmpty = spec.ifEmpty === undefined ? '' : String(resolveVariable(context, spec.ifEmpty));
  const isFree = format.kind === 'text' && format.free;
  const isForPeople = context.spec.audience === 'people';
  // Values from the template or its variables are known to its author.
  const isData = spec.field !== undefined || spec.text !== undefined;
  const fitted = textFitter(file, spec);
  const marks = file.dialect.type === 'delimited' ? file.dialect : WITHOUT_FIELDS;
  const checks = cellChecks(spec);
  const preparedIfEmpty = file.charset.prepare(ifEmpty);

  const checkIfEmpty = (report: ReportCell) => {
    checks.text(preparedIfEmpty, report);
    // A column of numbers may contain a word for an empty value.
    if (format.kind === 'text') checks.range(preparedIfEmpty, ifEmpty, undefined, report);
  };
  const textFor = (
    value: Scalar | undefined,
    units: number | undefined,
    report: ReportCell,
    sized?: () => Scalar | undefined,
  ): string => {
    if (value === undefined) {
      report(message('template.value.differs'));
      return '';
    }
    if (value === null || value === '') {
      if (spec.required && ifEmpty === '') report(missingMessage(spec));
      if (ifEmpty !== '') checkIfEmpty(report);
      return fitted(ifEmpty, report);
    }
    const text =
      format.kind === 'text' && units !== undefined
        ? textOfAmount(format, spec, units, [value, sized?.()])
        : formatValue(format, value, units);
    if (text === undefined) {
      report(formatProblem(value, spec, type));
      return '';
    }
    if (spec.zero !== 'keep' && printsZero(format, value, units)) {
      return fitted(spec.zero === '0' ? '0' : '', report);
    }
    const prepared = format.kind === 'text' ? file.charset.prepare(text) : text;
    checks.text(prepared, report);
    checks.range(prepared, value, printedNumber(format, value, units), report);
    return fitted(
      isFree && isForPeople && units === undefined ? escapeFormulas(prepared, marks) : prepared,
      report,
    );
  };
  // In a payroll file, an apostrophe would be data.
  const isFormula = (text: string) => isFree && isData && !isForPeople && holdsFormula(text, marks);
  return { format, textFor, isFormula, blank: fitted('', () => undefined) };
}

function formatProblem(value: Scalar, { format }: ColumnSpec, type: FieldType): Message {
  return type === 'minutes' && typeof value === 'number'
    ? message('template.value.partOfMinute')
    : message('template.value.format', { format: format?.name ?? type });
}

function formatValue(format: ValueFormat, value: Scalar, units: number | undefined): string | undefined {
  if (format.kind === 'text') return format.write(value);
  if (typeof value !== 'number') return undefined;
  const isWritable = format.unitsOfOne === undefined ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!isWritable) return undefined;
  return format.number.print(units ?? format.number.toUnits(value));
}

/** An amount that the template computes as text, with the given units, in the notation of these values. */
function textOfAmount(
  format: ValueFormat & { readonly kind: 'text' },
  { amount }: ColumnSpec,
  units: number,
  alike: readonly (Scalar | undefined)[],
): string | undefined {
  if (amount === undefined || amount === 'none') return undefined;
  const texts = alike.flatMap((value) =>
    value === undefined || value === null ? [] : [format.write(value) ?? ''],
  );
  return textOfUnits(units, amount, texts);
}

/** As written in the file, in hours if hours are written. */
function printedNumber(format: ValueFormat, value: Scalar, units: number | undefined): number | undefined {
  if (format.kind !== 'number') return undefined;
  return (units ?? format.number.toUnits(Number(value))) / (format.scale ?? format.unitsOfOne ?? 1);
}

/** Zero as printed: an amount that rounds to zero is zero. */
function printsZero(format: ValueFormat, value: Scalar, units: number | undefined): boolean {
  return format.kind === 'number' && (units ?? format.number.toUnits(Number(value))) === 0;
}

function missingMessage({ field }: ColumnSpec): AnyMessage {
  switch (field) {
    case 'employee.number':
      return message('template.value.noNumber');
    case 'external':
      return message('template.value.noExternalCode');
    case undefined:
      return message('template.value.missing');
    default:
      return message('template.value.missingField', { field });
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
const PLAIN = /^[A-Za-z0-9 .:_/-]*$/;

/** Fits a text to the file: its encoding, its allowed characters, and the width. */
export function textFitter(file: ResolvedFile, spec: ColumnSpec) {
  const { quoting, delimiter } = file.dialect;
  const allowed = file.dialect.allowed === undefined ? undefined : compileWholeText(file.dialect.allowed);
  const { charset } = file;
  const { width, align, pad } = spec;
  const marks = signMarks(spec);
  const strict = quoting === 'none' || width !== undefined;

  return (raw: string, report: ReportCell): string => {
    let text = raw;
    if (!PLAIN.test(raw)) {
      text = charset.prepare(raw);
      const lacking = charset.firstUnencodable(text);
      if (lacking !== undefined)
        report(
          message('template.value.charset', { character: quoteCharacter(lacking), charset: charset.name }),
          raw,
        );
      if (strict && CONTROL.test(text)) report(message('template.value.control'), raw);
    }
    if (quoting === 'none' && delimiter !== '' && text.includes(delimiter)) {
      report(message('template.value.delimiter', { delimiter: quoteCharacter(delimiter) }), raw);
    }
    if (allowed !== undefined && !allowed.test(text)) report(message('template.value.notAllowed'), raw);
    if (width === undefined) return text;
    const { length } = text;
    if (length > width) report(message('template.value.tooWide', { length, width }), raw);
    return align === 'left' ? text.padEnd(width, pad) : padStart(text, width, pad, marks);
  };
}

/** Zeros are between the sign and the digits. */
function padStart(text: string, width: number, pad: string, marks: readonly string[]): string {
  const [mark = ''] = text;
  if (pad === '0' && marks.includes(mark)) return `${mark}${text.slice(1).padStart(width - 1, pad)}`;
  return text.padStart(width, pad);
}

/** The possible signs before the digits of a column. */
function signMarks({ format }: ColumnSpec): readonly string[] {
  const sign = format?.sign;
  if (sign === undefined) return ['-'];
  return sign === 'none' || sign === 'overpunch' || sign.place === 'after' ? [] : [sign.plus, sign.minus];
}

function quoteCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const printable = code > 0x20 && !(code >= 0xd800 && code <= 0xdfff) ? `"${character}" ` : '';
  return `${printable}(U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

type ReportCell = (problem: AnyMessage, shown?: unknown) => void;

/** The checks of a column's text and value. */
function cellChecks(spec: ColumnSpec) {
  const { maxLength, pattern, oneOf, min, max, minMinutes, maxMinutes } = spec;
  const whole = pattern === undefined ? undefined : compileWholeText(pattern);
  return {
    /** Applies to any written text. */
    text(text: string, report: ReportCell): void {
      if (maxLength !== undefined && characters(text) > maxLength)
        report(message('template.value.tooLong', { max: maxLength }), text);
      if (whole?.test(text) === false) report(patternMessage(spec), text);
      if (oneOf?.includes(text) === false)
        report(message('template.value.oneOf', { values: oneOf.join(', ') }), text);
    },
    /**
     * `min` and `max` for numbers as written and texts of digits, `minMinutes` and `maxMinutes` before rounding.
     * @param printed the written number, independent of its sign and zeros; undefined for texts
     */
    range(text: string, value: Scalar, printed: number | undefined, report: ReportCell): void {
      if (min !== undefined || max !== undefined) {
        const number = printed ?? wholeNumber(text);
        if (number === undefined) report(message('template.value.notWhole'), text);
        else if (min !== undefined && number < min) report(message('template.value.tooSmall', { min }), text);
        else if (max !== undefined && number > max) report(message('template.value.tooLarge', { max }), text);
      }
      if (minMinutes !== undefined && Number(value) < minMinutes)
        report(message('template.value.fewMinutes', { min: minMinutes }), text);
      if (maxMinutes !== undefined && Number(value) > maxMinutes)
        report(message('template.value.manyMinutes', { max: maxMinutes }), text);
    },
  };
}

/** The template's own message, if it has one. */
function patternMessage({ patternHint, pattern = '' }: ColumnSpec): AnyMessage {
  return patternHint === undefined ? message('template.value.pattern', { pattern }) : verbatim(patternHint);
}

/** Text with separators between its digits is not a number: 1.000 is one in some countries and a thousand in others. */
function wholeNumber(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function characters(text: string): number {
  return [...text].length;
}
