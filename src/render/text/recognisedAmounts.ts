import { amountSources, PAY_LINES_SET, QUANTITIES } from './amountCells.js';
import type { ColumnSpec } from './columnSpec.js';
import { sectionsOf } from './filePart.js';
import type { SectionSpec } from './sectionSpec.js';
import type { TextSpec } from './textTemplate.js';
import { leavesOf } from './treeSpec.js';

/** Whether a template prints something that corrections can compare, in any of its files and variants. */
export function hasAmounts(spec: TextSpec): boolean {
  return [spec, ...spec.companions].some(
    (file) =>
      sectionsOf(file).some(isOfAmounts) ||
      (file.tree !== undefined && leavesOf(file.tree).some(({ leaf, data }) => isAmountOf(leaf, data))),
  );
}

/** Data sets other than pay lines whose values are amounts by a template's own word. */
export function declaredSets(spec: TextSpec): ReadonlySet<string> {
  const names = [spec, ...spec.companions].flatMap((file) => [
    ...sectionsOf(file).flatMap((section) => (isOfAmounts(section) ? [section.data] : [])),
    ...(file.tree === undefined ? [] : leavesOf(file.tree)).flatMap(({ leaf, data }) =>
      data !== undefined && isAmountOf(leaf, data) ? [data] : [],
    ),
  ]);
  return new Set(names.filter((name) => name !== PAY_LINES_SET));
}

function isOfAmounts({ data, columns }: SectionSpec): boolean {
  const shaped = columns.map((spec) => ({ spec, isAmount: true, ...sharesOf(spec) }));
  return amountSources(data, shaped).length > 0;
}

/** Columns of pay codes and of days hold parts of a row. */
function sharesOf({ code, pivot, slots, days }: ColumnSpec): { readonly share?: () => undefined } {
  return (code ?? pivot ?? slots ?? days) === undefined ? {} : { share: () => undefined };
}

/** Whether a value of a tree, in rows of a data set, is an amount: minutes and quantities of pay lines, and what says so. */
export function isAmountOf(
  { field = '', amount }: Pick<ColumnSpec, 'field' | 'amount'>,
  data: string | undefined,
): boolean {
  if (amount !== undefined) return data !== undefined;
  return data === PAY_LINES_SET && ['minutes', ...QUANTITIES].includes(field);
}
