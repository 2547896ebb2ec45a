import { escapeFormulas, type FieldMarks, holdsFormula } from '../../runtime/outsideText.js';
import type { FieldType, Scalar } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import { textOfUnits } from './printFormats.js';
import { wholeText } from './regexText.js';
import { type RenderContext, resolve } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { employeesLabel, type RowRecord } from './rowRecords.js';
import { type ValueFormat, valueFormat } from './valueFormat.js';

type TextCellWriter = (record: RowRecord, value: Scalar | undefined, units?: number) => string;

export interface ColumnWriter {
  readonly format: ValueFormat;
  /** Writes a value, or ready-made units of it (reconciled hours). */
  readonly write: TextCellWriter;
  /** The same text without complaints. */
  readonly plain: (value: Scalar | undefined) => string;
  /** Fits text that is no value (headings aside): padding only. */
  readonly blank: string;
}

/** Turns the values of one column into text. */
export function columnWriter(
  context: RenderContext,
  file: ResolvedFile,
  spec: ColumnSpec,
  name: string,
  type: FieldType,
): ColumnWriter {
  const { format, textFor, blank, isFormula } = cellText(context, file, spec, type);
  // Rows often hold the same value as others; what has passed once need not be looked at again.
  let [passedValue, passedText]: [Scalar | undefined, string] = [undefined, ''];
  const known = new Map<Scalar, string>();
  let current: RowRecord | undefined;
  let currentValue: Scalar | undefined;
  let isClean = true;
  const report: ReportCell = (message, shown = currentValue) => {
    isClean = false;
    if (current !== undefined) context.problems.add(message, placeOf(name, current, shown));
  };
  const write: TextCellWriter = (record, value, units) => {
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
    const text = textFor(value, units, report);
    const isNotable = isFormula(text);
    if (isNotable) context.notices.add(FORMULA, placeOf(name, record, text));
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

/** Dates, times and numbers of a month repeat themselves. */
const MOST_KNOWN = 1_000;

const FORMULA = 'begins a formula if a spreadsheet opens the file; payroll takes it as it is';

function placeOf(
  column: string,
  record: RowRecord,
  shown: unknown,
): { column: string; employee?: string; value?: string } {
  const employee = employeesLabel(record);
  return {
    column,
    ...(employee === undefined ? {} : { employee }),
    ...(shown === null || shown === undefined || shown === '' ? {} : { value: String(shown) }),
  };
}

/** In XML and JSON no comma separates anything. */
const WITHOUT_FIELDS: FieldMarks = { delimiter: ',', quoting: 'rfc4180' };

/** Empty, format, zero, accents, checks, formulas, encoding, padding: in this order. Checks see what is written. */
function cellText(context: RenderContext, file: ResolvedFile, spec: ColumnSpec, type: FieldType) {
  const format = valueFormat(context, spec, type);
  const ifEmpty = spec.ifEmpty === undefined ? '' : String(resolve(context, spec.ifEmpty));
  const isFree = format.kind === 'text' && format.free;
  const isForPeople = context.spec.audience === 'people';
  // What stands in the template or its variables is known to whoever set it up.
  const isData = spec.field !== undefined || spec.text !== undefined;
  const fitted = textFitter(file, spec);
  const marks = file.dialect.type === 'delimited' ? file.dialect : WITHOUT_FIELDS;
  const checks = cellChecks(spec);
  const preparedIfEmpty = file.charset.prepare(ifEmpty);

  const checkIfEmpty = (report: ReportCell) => {
    checks.text(preparedIfEmpty, report);
    // A column of numbers may say in words that there is none.
    if (format.kind === 'text') checks.range(preparedIfEmpty, ifEmpty, undefined, report);
  };
  const textFor = (value: Scalar | undefined, units: number | undefined, report: ReportCell): string => {
    if (value === undefined) {
      report('differs within the group: add the field to "group", or do not use it');
      return '';
    }
    if (value === null || value === '') {
      if (spec.required && ifEmpty === '') report(missing(spec));
      if (ifEmpty !== '') checkIfEmpty(report);
      return fitted(ifEmpty, report);
    }
    const text = textOf(format, value, units);
    if (text === undefined) {
      report(`is not what the format ${spec.format?.type ?? type} takes`);
      return '';
    }
    if (spec.zero !== 'keep' && isZero(format, value, units)) {
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
  // In a payroll file an apostrophe would be data.
  const isFormula = (text: string) => isFree && isData && !isForPeople && holdsFormula(text, marks);
  return { format, textFor, isFormula, blank: fitted('', () => undefined) };
}

function textOf(format: ValueFormat, value: Scalar, units: number | undefined): string | undefined {
  if (format.kind === 'text') {
    const text = format.write(value);
    return units === undefined || text === undefined ? text : textOfUnits(units, text);
  }
  if (typeof value !== 'number') return undefined;
  const isWritable = format.unitsOfOne === undefined ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!isWritable) return undefined;
  return format.number.print(units ?? format.number.toUnits(value));
}

/** As it stands in the file, in hours where hours are written. */
function printedNumber(format: ValueFormat, value: Scalar, units: number | undefined): number | undefined {
  if (format.kind !== 'number') return undefined;
  return (units ?? format.number.toUnits(Number(value))) / (format.scale ?? format.unitsOfOne ?? 1);
}

/** Zero as printed: what rounds to nothing is nothing. */
function isZero(format: ValueFormat, value: Scalar, units: number | undefined): boolean {
  return format.kind === 'number' && (units ?? format.number.toUnits(Number(value))) === 0;
}

function missing(spec: ColumnSpec): string {
  switch (spec.field) {
    case 'employee.number':
      return 'has no number: add it to the employee mapping (employees.csv)';
    case 'external':
      return 'the pay code has no external code: add it under payCodes in the configuration';
    default:
      return `is empty but required${spec.field === undefined ? '' : ` (${spec.field})`}`;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
const PLAIN = /^[A-Za-z0-9 .:_/-]*$/;

/** Makes a text fit the file: its encoding, what a field may hold there, and the width. */
export function textFitter(file: ResolvedFile, spec: ColumnSpec) {
  const { quoting, delimiter } = file.dialect;
  const allowed = file.dialect.allowed === undefined ? undefined : wholeText(file.dialect.allowed);
  const { charset } = file;
  const { width, align, pad } = spec;
  const strict = quoting === 'none' || width !== undefined;

  return (raw: string, report: ReportCell): string => {
    let text = raw;
    if (!PLAIN.test(raw)) {
      text = charset.prepare(raw);
      const lacking = charset.firstUnencodable(text);
      if (lacking !== undefined)
        report(`the character ${shown(lacking)} does not exist in ${charset.name}`, raw);
      if (strict && CONTROL.test(text))
        report('holds a line break or another control character, which this file cannot hold', raw);
    }
    if (quoting === 'none' && delimiter !== '' && text.includes(delimiter)) {
      report(`holds the delimiter ${shown(delimiter)}, and this file has no quotes`, raw);
    }
    if (allowed !== undefined && !allowed.test(text))
      report('holds a character that the target does not take', raw);
    if (width === undefined) return text;
    if (text.length > width) report(`has ${text.length} characters, the field has ${width}`, raw);
    return align === 'left' ? text.padEnd(width, pad) : padStart(text, width, pad);
  };
}

/** Zeros stand between the sign and the digits. */
function padStart(text: string, width: number, pad: string): string {
  if (pad === '0' && text.startsWith('-')) return `-${text.slice(1).padStart(width - 1, pad)}`;
  return text.padStart(width, pad);
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const printable = code > 0x20 && !(code >= 0xd800 && code <= 0xdfff) ? `"${character}" ` : '';
  return `${printable}(U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

type ReportCell = (message: string, shown?: unknown) => void;
type TextCheck = (text: string, report: ReportCell) => void;
/** @param printed the number that is written, whatever its sign and zeros look like; undefined for texts */
type RangeCheck = (text: string, value: Scalar, printed: number | undefined, report: ReportCell) => void;

interface CellChecks {
  /** What holds for any text that is written. */
  readonly text: TextCheck;
  /** What holds for the value behind it. */
  readonly range: RangeCheck;
}

function cellChecks(spec: ColumnSpec): CellChecks {
  const [ofText, ofRange] = [textChecks(spec), rangeChecks(spec)];
  return {
    text: (text, report) => {
      for (const check of ofText) check(text, report);
    },
    range: (text, value, printed, report) => {
      for (const check of ofRange) check(text, value, printed, report);
    },
  };
}

function textChecks(spec: ColumnSpec): TextCheck[] {
  const { minLength, maxLength, pattern, oneOf } = spec;
  const checks: TextCheck[] = [];
  if (minLength !== undefined) {
    checks.push(
      (text, report) =>
        length(text) < minLength && report(`at least ${minLength} characters are needed`, text),
    );
  }
  if (maxLength !== undefined) {
    checks.push(
      (text, report) =>
        length(text) > maxLength && report(`at most ${maxLength} characters are allowed`, text),
    );
  }
  if (pattern !== undefined) {
    const whole = wholeText(pattern);
    const hint = spec.patternHint ?? `must match ${pattern}`;
    checks.push((text, report) => !whole.test(text) && report(hint, text));
  }
  if (oneOf !== undefined) {
    checks.push(
      (text, report) => !oneOf.includes(text) && report(`must be one of ${oneOf.join(', ')}`, text),
    );
  }
  return checks;
}

/** `min` and `max` for numbers as written and texts of digits, `minMinutes` and `maxMinutes` before rounding. */
function rangeChecks(spec: ColumnSpec): RangeCheck[] {
  const { min, max, minMinutes, maxMinutes } = spec;
  const checks: RangeCheck[] = [];
  if (min !== undefined || max !== undefined) {
    checks.push((text, _, printed, report) => {
      const number = printed ?? wholeNumber(text);
      if (number === undefined) report('must be a whole number, of digits only', text);
      else if (min !== undefined && number < min) report(`must be ${min} or more`, text);
      else if (max !== undefined && number > max) report(`must be ${max} or less`, text);
    });
  }
  if (minMinutes !== undefined) {
    checks.push(
      (text, value, _, report) =>
        Number(value) < minMinutes && report(`must be ${minMinutes} minutes or more`, text),
    );
  }
  if (maxMinutes !== undefined) {
    checks.push(
      (text, value, _, report) =>
        Number(value) > maxMinutes && report(`must be ${maxMinutes} minutes or less`, text),
    );
  }
  return checks;
}

/** A text with signs between its digits is no number: 1.000 is one here and a thousand there. */
function wholeNumber(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function length(text: string): number {
  return [...text].length;
}
