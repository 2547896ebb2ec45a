import type { DataRow } from '../dataSet.js';
import type { FileSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';

/** What one file of a template covers. Dates are `YYYY-MM-DD`. */
export interface FilePart {
  readonly from: string;
  readonly to: string;
  /** First and last day of the payroll month: that of the last day. */
  readonly month: string;
  readonly monthEnd: string;
  /** For file names: `2026-10`, or the value that the file was split by. */
  readonly label: string;
  accepts(row: DataRow): boolean;
}

const PAYROLL_MONTH_DAYS = 31;
const MS_PER_DAY = 86_400_000;

/** The files that a specification makes of the model's period, before empty ones are left out. */
export function filePartsOf(context: RenderContext, file: FileSpec): FilePart[] {
  const from = String(context.model.run['run.from']);
  const to = String(context.model.run['run.to']);
  const whole = {
    ...monthOf(to),
    from,
    to,
    label: String(context.model.run['run.periodLabel']),
    accepts: () => true,
  };
  if (file.split === undefined) return [whole];
  if (typeof file.split === 'object') return partsByField(context, file, file.split.field, whole);
  const days = (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;
  if (file.split === 'payroll-month' && days <= PAYROLL_MONTH_DAYS) return [whole];
  return monthParts(from, to);
}

function monthParts(from: string, to: string): FilePart[] {
  const parts: FilePart[] = [];
  for (let month = monthOf(from); month.month <= to; month = monthOf(dayAfter(month.monthEnd))) {
    const { month: first, monthEnd: last } = month;
    const label = first.slice(0, 7);
    parts.push({
      ...month,
      from: first < from ? from : first,
      to: last > to ? to : last,
      label,
      accepts: (row) => typeof row.date === 'string' && row.date.startsWith(label),
    });
  }
  return parts;
}

function partsByField(context: RenderContext, file: FileSpec, field: string, whole: FilePart): FilePart[] {
  const values = new Set<string>();
  for (const section of sectionsOf(file)) {
    for (const row of context.model.dataSets.get(section.data)?.rows ?? [])
      values.add(String(row[field] ?? ''));
  }
  return [...values].sort().map((value) => ({
    ...whole,
    label: `${whole.label}_${value}`,
    accepts: (row) => String(row[field] ?? '') === value,
  }));
}

export function sectionsOf(file: FileSpec) {
  return file.sections ?? (file.rows === undefined ? [] : [file.rows]);
}

function monthOf(date: string): { month: string; monthEnd: string } {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { month: `${date.slice(0, 7)}-01`, monthEnd: last };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + MS_PER_DAY).toISOString().slice(0, 10);
}

/** The fields that every line of the file can use besides its own. */
export function partFields(part: FilePart): DataRow {
  return {
    'part.from': part.from,
    'part.to': part.to,
    'part.month': part.month,
    'part.monthEnd': part.monthEnd,
    'part.label': part.label,
  };
}
