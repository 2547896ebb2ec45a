import type { PlannedColumn } from './plannedColumn.js';
import { labelText, type RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { SectionSpec } from './sectionSpec.js';
import { textFitter } from './textFitter.js';

/**
 * The last line of a section: the label in the first column that has no total, and the sums. It fits the file as any
 * other line does; what does not is a problem.
 * @param sums printed units by column
 */
export function totalsLine(
  context: RenderContext,
  file: ResolvedFile,
  columns: readonly PlannedColumn[],
  totals: NonNullable<SectionSpec['totals']>,
  sums: readonly number[],
): string[] {
  const label = labelText(context, totals.label) ?? '';
  const printed = columns.map((column, index) => printedSum(column, sums[index] ?? 0));
  const labelPlace = printed.indexOf(undefined);
  if (labelPlace < 0 && label !== '' && columns.length > 0) {
    context.problems.add(NO_PLACE, { column: PLACE, value: label });
  }
  return columns.map(({ spec, heading }, index) => {
    const isLabel = index === labelPlace;
    // A label is a text, also where the column is filled with zeros.
    const fitted = textFitter(file, isLabel ? { ...spec, pad: ' ' } : spec);
    return fitted(isLabel ? label : (printed[index] ?? ''), (message, shown) =>
      context.problems.add(message, { column: isLabel ? PLACE : heading, value: String(shown) }),
    );
  });
}

const PLACE = 'totals';
const NO_PLACE = 'every column has a total, so the label has no place: leave one without, or write label: ""';

/** undefined where the column has no total. */
function printedSum({ spec, format }: PlannedColumn, units: number): string | undefined {
  return spec.total && format.kind === 'number' ? format.number.print(units) : undefined;
}
