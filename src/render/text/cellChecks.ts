import type { Scalar } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import { wholeText } from './regexText.js';

export type Report = (message: string, shown?: unknown) => void;
type Check = (text: string, value: Scalar, report: Report) => void;

/** All checks of a column over the written text and the value behind it. */
export function cellChecks(spec: ColumnSpec): Check {
  const checks = [...textChecks(spec), ...rangeChecks(spec)];
  return (text, value, report) => {
    for (const check of checks) check(text, value, report);
  };
}

function textChecks(spec: ColumnSpec): Check[] {
  const { minLength, maxLength, pattern, oneOf } = spec;
  const checks: Check[] = [];
  if (minLength !== undefined) {
    checks.push(
      (text, _, report) =>
        length(text) < minLength && report(`at least ${minLength} characters are needed`, text),
    );
  }
  if (maxLength !== undefined) {
    checks.push(
      (text, _, report) =>
        length(text) > maxLength && report(`at most ${maxLength} characters are allowed`, text),
    );
  }
  if (pattern !== undefined) {
    const whole = wholeText(pattern);
    const hint = spec.patternHint ?? `must match ${pattern}`;
    checks.push((text, _, report) => !whole.test(text) && report(hint, text));
  }
  if (oneOf !== undefined) {
    checks.push(
      (text, _, report) => !oneOf.includes(text) && report(`must be one of ${oneOf.join(', ')}`, text),
    );
  }
  return checks;
}

/** `min` and `max` for whole numbers and texts of digits, `minMinutes` and `maxMinutes` for minutes before rounding. */
function rangeChecks(spec: ColumnSpec): Check[] {
  const { min, max, minMinutes, maxMinutes } = spec;
  const checks: Check[] = [];
  if (min !== undefined)
    checks.push((text, _, report) => !(Number(text) >= min) && report(`must be ${min} or more`, text));
  if (max !== undefined)
    checks.push((text, _, report) => !(Number(text) <= max) && report(`must be ${max} or less`, text));
  if (minMinutes !== undefined) {
    checks.push(
      (text, value, report) =>
        Number(value) < minMinutes && report(`must be ${minMinutes} minutes or more`, text),
    );
  }
  if (maxMinutes !== undefined) {
    checks.push(
      (text, value, report) =>
        Number(value) > maxMinutes && report(`must be ${maxMinutes} minutes or less`, text),
    );
  }
  return checks;
}

function length(text: string): number {
  return [...text].length;
}
