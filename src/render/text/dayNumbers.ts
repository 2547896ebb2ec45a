import type { ColumnSpec } from './columnSpec.js';
import { columnHeading, isInRun, type RenderContext, resolve, whenHolds } from './renderContext.js';
import type { SectionSpec } from './sectionSpec.js';

/**
 * The heading of a column of a payroll file that writes days as bare numbers of the month; undefined where none does.
 * The target then takes the month from elsewhere in the file, so the file must not reach into another one.
 */
export function dayNumberColumn(
  context: RenderContext,
  sections: readonly SectionSpec[],
): string | undefined {
  if (context.spec.audience !== 'payroll') return undefined;
  for (const section of sections) {
    if (!whenHolds(context, section.when)) continue;
    const columns = section.columns.filter((column) => isInRun(context, column));
    const bare = columns.find((column) => isBareDay(context, column, columns));
    if (bare !== undefined) return columnHeading(context, bare);
  }
  return undefined;
}

/** Days of the run or of the file stand for themselves; a column with the month beside it says which day is meant. */
function isBareDay(context: RenderContext, column: ColumnSpec, columns: readonly ColumnSpec[]): boolean {
  const { field } = column;
  if (field === undefined || /^(?:run|part)\./.test(field)) return false;
  const pattern = patternOf(context, column);
  if (!pattern.includes('D') || pattern.includes('M')) return false;
  return !columns.some((other) => other.field === field && patternOf(context, other).includes('M'));
}

function patternOf(context: RenderContext, { format }: ColumnSpec): string {
  return format?.type === 'date' ? resolve(context, format.pattern ?? 'YYYY-MM-DD') : '';
}
