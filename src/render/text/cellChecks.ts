import type { Scalar } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import { wholeText } from './regexText.js';

export type ReportCell = (message: string, shown?: unknown) => void;
type TextCheck = (text: string, report: ReportCell) => void;
/** @param printed the number that is written, whatever its sign and zeros look like; undefined for texts */
type RangeCheck = (text: string, value: Scalar, printed: number | undefined, report: ReportCell) => void;

export interface CellChecks {
  /** What holds for any text that is written. */
  readonly text: TextCheck;
  /** What holds for the value behind it. */
  readonly range: RangeCheck;
}

export function cellChecks(spec: ColumnSpec): CellChecks {
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
